// The argument of catMouseGame.
'use strict';

exports.entry = 'catMouseGame';

exports.read = (first, line) => [
  Array.from({ length: Number(first) }, () => line().trim().split(' ').slice(1).map(Number)),
];
