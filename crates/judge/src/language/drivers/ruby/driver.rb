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

  def spelled(value)
    value.inspect.gsub(/\s+/, ' ')[0, 100]
  end

  def serve
    # From here on a method of the submission may hide one of Kernel's.
    load SOLUTION
    call = entry(Case::ENTRY)
    cases = IO.for_fd(0)
    replies = IO.for_fd(3, 'w')
    replies.sync = true
    replies.write("ready\n")
    while (first = cases.gets)
      value = call.(Case.arguments(first, cases))
      $stdout.flush
      replies.write("#{spelled(value)}\n")
    end
  rescue Exception => error # rubocop:disable Lint/RescueException
    error.set_backtrace(error.backtrace&.reject { |frame| frame.start_with?(__FILE__) })
    ::Kernel.raise error
  end
end

require_relative 'case'
Mousetrap.serve
