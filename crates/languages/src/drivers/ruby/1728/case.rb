# The arguments of can_mouse_win.

module Mousetrap
  module Case
    ENTRY = :can_mouse_win

    def self.arguments(first, cases)
      rows, _, cat_jump, mouse_jump = first.split.map(&:to_i)
      [Array.new(rows) { cases.gets.strip }, cat_jump, mouse_jump]
    end
  end
end
