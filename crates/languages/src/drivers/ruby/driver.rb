# Answers cases with a pasted Ruby submission. See ../README.md.

require 'set' # autoloaded since Ruby 3.2

module Mousetrap
  module_function

  SOLUTION = File.join(__dir__, 'solution.rb')

  # A call of the submission: a method outside of any class, as on LeetCode.
  def entry(name)
    main = TOPLEVEL_BINDING.receiver
    ::Kernel.abort "solution.rb defines no method #{name}" unless main.respond_to?(name, true)
    ->(arguments) { main.__send__(name, *arguments) }
  end

  # A function that turns a value into a reply. It uses methods as they were before
  # the submission was loaded, which can redefine all of them.
  def speller
    class_of = ::Kernel.instance_method(:class)
    same = ::BasicObject.instance_method(:equal?)
    decimal = ::Integer.instance_method(:to_s)
    integer = ::Integer
    lambda do |value|
      if same.bind_call(value, true) then 'true'
      elsif same.bind_call(value, false) then 'false'
      elsif same.bind_call(class_of.bind_call(value), integer) then decimal.bind_call(value)
      else "?#{value.inspect.gsub(/\s+/, ' ')[0, 99]}"
      end
    end
  end

  def serve
    spelled = speller
    cases = IO.for_fd(0)
    replies = IO.for_fd(3, 'w')
    write = ::IO.instance_method(:syswrite)
    # From here on a method of the submission may hide one of Kernel's.
    load SOLUTION
    call = entry(Case::ENTRY)
    write.bind_call(replies, "ready\n")
    while (first = cases.gets)
      value = call.(Case.arguments(first, cases))
      $stdout.flush
      write.bind_call(replies, "#{spelled.(value)}\n")
    end
    write.bind_call(replies, "done\n")
  rescue Exception => error # rubocop:disable Lint/RescueException
    error.set_backtrace(error.backtrace&.reject { |frame| frame.start_with?(__FILE__) })
    ::Kernel.raise error
  end
end

require_relative 'case'
Mousetrap.serve
