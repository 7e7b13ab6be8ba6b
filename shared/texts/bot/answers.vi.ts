export const answersVi = {
  sureOf: '{words} ({petals}/5)',
  sure0: 'không chắc chút nào',
  sure1: 'rất không chắc',
  sure2: 'chưa chắc',
  sure3: 'tạm chắc',
  sure4: 'khá chắc',
  sure5: 'rất chắc',
  page: 'trang {page}',
}
