# Answers cases with a pasted Ruby submission. See ../README.md.

require 'set' # autoloaded since Ruby 3.2

module Mousetrap
  module_function

  SOLUTION = File.join(__dir__, 'solution.rb')

  # Maximum number of nodes of a list or tree. A larger structure must contain a cycle.
  MAX_NODES = 1_000_000

  # Returns a function that calls the submission: a method outside any class, as on LeetCode.
  def entry(name)
    main = TOPLEVEL_BINDING.receiver
    ::Kernel.abort "solution.rb defines no method #{name}" unless main.respond_to?(name, true)
    ->(arguments) { main.__send__(name, *arguments) }
  end

  # Returns a function that converts a word to a value of a scalar type.
  def word(type)
    case type
    when 'int', 'long' then ->(word) { word.to_i }
    when 'double' then ->(word) { word.to_f }
    when 'boolean' then ->(word) { word.to_i == 1 }
    when 'char' then ->(word) { [word.to_i].pack('U') }
    end
  end

  # Returns a function that reads a value of this type.
  def reader(type, cases)
    one = word(type)
    return -> { one.(cases.gets) } if one

    case type
    when 'string' then -> { text(cases) }
    when 'ListNode' then -> { linked(cases.gets.split.drop(1)) }
    when 'TreeNode' then -> { tree(cases.gets.split.drop(1)) }
    else
      item = type[0...-2]
      one = word(item)
      return -> { cases.gets.split.drop(1).map(&one) } if one

      read = reader(item, cases)
      -> { Array.new(cases.gets.to_i) { read.() } }
    end
  end

  def text(cases)
    line = cases.gets
    start = line.index(' ') + 1
    missing = start + line.to_i + 1 - line.bytesize
    line << cases.read(missing) if missing.positive?
    line.byteslice(start, line.to_i).force_encoding('UTF-8')
  end

  def linked(words)
    words.reverse.inject(nil) do |rest, word|
      node = ::ListNode.new(word.to_i)
      node.next = rest
      node
    end
  end

  def tree(words)
    nodes = words.map { |word| word == 'null' ? nil : ::TreeNode.new(word.to_i) }
    children = nodes.drop(1)
    at = 0
    nodes.compact.each do |node|
      node.left = children[at]
      node.right = children[at + 1]
      at += 2
    end
    nodes.first
  end

  # Returns a function that formats a value of this type as JSON, and returns nil for other
  # values. The function uses methods that were looked up before the submission could redefine them.
  def writer(type)
    same = ::BasicObject.instance_method(:equal?)
    is_a = ::Module.instance_method(:===)
    decimal = ::Integer.instance_method(:to_s)
    fraction = ::Float.instance_method(:to_s)
    finite = ::Float.instance_method(:finite?)
    map = ::Array.instance_method(:map)
    join = ::Array.instance_method(:join)
    integer = ::Integer
    float = ::Float
    string = ::String
    array = ::Array
    length = ::String.instance_method(:length)
    encode = ::String.instance_method(:encode)
    valid = ::String.instance_method(:valid_encoding?)
    gsub = ::String.instance_method(:gsub)
    escapes = (0...32).to_h { |code| [code.chr, format('\\u%04x', code)] }
    escapes.update('"' => '\\"', '\\' => '\\\\')
    whole = ->(value) { decimal.bind_call(value) if is_a.bind_call(integer, value) }
    all = lambda do |values, write|
      texts = map.bind_call(values) { |value| write.(value) || (return nil) }
      "[#{join.bind_call(texts, ',')}]"
    end
    case type
    when 'int', 'long' then whole
    when 'double'
      lambda do |value|
        next whole.(value) unless is_a.bind_call(float, value)

        fraction.bind_call(value) if finite.bind_call(value)
      end
    when 'boolean'
      lambda do |value|
        if same.bind_call(value, true) then 'true'
        elsif same.bind_call(value, false) then 'false'
        end
      end
    when 'char', 'string'
      lambda do |value|
        next unless is_a.bind_call(string, value)
        next unless type == 'string' || length.bind_call(value) == 1

        text = encode.bind_call(value, 'UTF-8')
        "\"#{gsub.bind_call(text, /["\\\x00-\x1f]/, escapes)}\"" if valid.bind_call(text)
      rescue ::EncodingError
        nil
      end
    when 'ListNode'
      lambda do |list|
        values = []
        until list.nil?
          @cycle = 'a list with a cycle' if values.length == MAX_NODES
          return nil if @cycle || !list.respond_to?(:next)

          values << list.val
          list = list.next
        end
        all.(values, whole)
      end
    when 'TreeNode'
      lambda do |root|
        nodes = [root]
        nodes.each do |node|
          next if node.nil?
          @cycle = 'a tree with a cycle' if nodes.length > 2 * MAX_NODES
          return nil if @cycle || !node.respond_to?(:left)

          nodes << node.left << node.right
        end
        nodes.pop while !nodes.empty? && nodes.last.nil?
        all.(nodes, ->(node) { node.nil? ? 'null' : whole.(node.val) })
      end
    else
      item = writer(type[0...-2])
      ->(values) { all.(values, item) if is_a.bind_call(array, values) }
    end
  end

  # Formats a value of the wrong type on one line. The writer sets @cycle if it has found a cycle.
  def other(value)
    text = @cycle || value.inspect
    @cycle = nil
    "?#{text.gsub(/\s+/, ' ')[0, 99]}"
  end

  def serve
    spelled = writer(Case::ANSWER)
    cases = IO.for_fd(0)
    replies = IO.for_fd(3, 'w')
    readers = Case::PARAMETERS.map { |type| reader(type, cases) }
    write = ::IO.instance_method(:syswrite)
    send = lambda do |line|
      line = line.b
      line = line.byteslice(write.bind_call(replies, line)..) until line.empty?
    end
    # From here on a method of the submission may hide one of Kernel's.
    load SOLUTION
    call = entry(Case::ENTRY)
    send.("ready\n")
    until cases.eof?
      arguments = readers.map(&:call)
      value = call.(arguments)
      value = arguments.first if Case::VOID
      $stdout.flush
      send.("#{spelled.(value) || other(value)}\n")
    end
    send.("done\n")
  rescue Exception => error # rubocop:disable Lint/RescueException
    error.set_backtrace(error.backtrace&.reject { |frame| frame.start_with?(__FILE__) })
    ::Kernel.raise error
  end
end

require_relative 'case'
Mousetrap.serve
