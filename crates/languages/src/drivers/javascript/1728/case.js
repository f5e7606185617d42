// The arguments of canMouseWin.
'use strict';

exports.entry = 'canMouseWin';

exports.read = (first, line) => {
  const [rows, , catJump, mouseJump] = first.split(' ').map(Number);
  return [Array.from({ length: rows }, () => line().trim()), catJump, mouseJump];
};
