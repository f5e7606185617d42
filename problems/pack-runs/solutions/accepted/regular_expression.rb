# Uses a regular expression to match as many equal letters as possible, from three to nine.

# @param {String} text
# @return {String}
def pack_runs(text)
  text.gsub(/(.)\1{2,8}/) { |block| "#{block.size}#{block[0]}" }
end
