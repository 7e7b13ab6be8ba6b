/** As shops and customers write them, folded; Monday first. Owner: answering. */
export const dayWords: readonly (readonly string[])[] = [
  ['thu hai', 'thu 2', 't2', 'monday', 'mon'],
  ['thu ba', 'thu 3', 't3', 'tuesday', 'tue', 'tues'],
  ['thu tu', 'thu 4', 't4', 'wednesday', 'wed'],
  ['thu nam', 'thu 5', 't5', 'thursday', 'thu', 'thur', 'thurs'],
  ['thu sau', 'thu 6', 't6', 'friday', 'fri'],
  ['thu bay', 'thu 7', 't7', 'saturday', 'sat'],
  ['chu nhat', 'chu nhut', 'cn', 'sunday', 'sun'],
]

/** Several days at once; 7: holidays. */
export const dayRuns: Readonly<Record<string, readonly number[]>> = {
  'cuoi tuan': [5, 6],
  weekend: [5, 6],
  weekends: [5, 6],
  'ngay thuong': [0, 1, 2, 3, 4],
  'trong tuan': [0, 1, 2, 3, 4],
  weekday: [0, 1, 2, 3, 4],
  weekdays: [0, 1, 2, 3, 4],
  'hang ngay': [0, 1, 2, 3, 4, 5, 6],
  'moi ngay': [0, 1, 2, 3, 4, 5, 6],
  'tat ca cac ngay': [0, 1, 2, 3, 4, 5, 6],
  'ca tuan': [0, 1, 2, 3, 4, 5, 6],
  daily: [0, 1, 2, 3, 4, 5, 6],
  'every day': [0, 1, 2, 3, 4, 5, 6],
  'ngay le': [7],
  'dip le': [7],
  'le tet': [7],
  'le, tet': [7],
  'le/tet': [7],
  tet: [7],
  'quoc khanh': [7],
  '2/9': [7],
  '30/4': [7],
  '1/5': [7],
  holiday: [7],
  holidays: [7],
}

export const relativeDays: Readonly<Record<string, number>> = {
  'hom nay': 0,
  'bua nay': 0,
  'toi nay': 0,
  'chieu nay': 0,
  'sang nay': 0,
  today: 0,
  tonight: 0,
  'ngay mai': 1,
  'sang mai': 1,
  'chieu mai': 1,
  'toi mai': 1,
  tomorrow: 1,
}
