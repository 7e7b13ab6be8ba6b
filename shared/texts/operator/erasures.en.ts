import type { erasuresVi } from './erasures.vi.ts'

export const erasuresEn: Record<keyof typeof erasuresVi, string> = {
  unreadable:
    'The list of erased people ({place}) cannot be read: {why} Without it, whoever was erased after this backup comes back. Fix that, or name another place with --erasures FOLDER. To go on without it, add --without-erasures.',
  missing:
    'This backup says that people were erased or shops deleted, but there is no list of them in {place}. Without it, whoever was erased and whatever was deleted after this backup comes back. Name the place of the list with --erasures FOLDER. To go on without it, add --without-erasures.',
  none_there: 'There is no list of erased people in {place}.',
  both_flags:
    '--with-deleted needs the list that --without-erasures leaves out: without it, a later restore would delete the shop again. Use one of them.',
  not_deleted: 'The list has no deleted shop {id}: check the id after --with-deleted.',
}
