# The argument of cat_mouse_game.

module Mousetrap
  module Case
    ENTRY = :cat_mouse_game

    def self.arguments(first, cases)
      [Array.new(first.to_i) { cases.gets.split.drop(1).map(&:to_i) }]
    end
  end
end
