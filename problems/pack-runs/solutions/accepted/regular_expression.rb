# Matches blocks of three to nine equal letters by a regular expression, the longest first.

# @param {String} text
# @return {String}
def pack_runs(text)
  text.gsub(/(.)\1{2,8}/) { |block| "#{block.size}#{block[0]}" }
end
