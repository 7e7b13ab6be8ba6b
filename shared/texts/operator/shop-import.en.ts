import type { shopImportVi } from './shop-import.vi.ts'

export const shopImportEn: Record<keyof typeof shopImportVi, string> = {
  no_export: '{folder} was not written by an export: manifest.json is missing or cannot be read.',
  other_format: 'The folder has format {format}, and this program reads format {known}. Export it again.',
  newer: 'The folder comes from a newer version ({there}; here it is {here}). Update this program, then import again.',
  older:
    'The folder comes from an older version ({there}; here it is {here}). Update the program it comes from to this version, and export again.',
  missing: '{file} is missing.',
  changed: '{file} was changed after the export.',
  unknown_table: 'This program does not import the table {table}, or not all of its columns.',
  foreign_row: '{table} has a row that does not belong to this shop.',
  no_shop: 'It cannot be imported: it is not a customer’s shop.',
  there: 'The shop {id} is already here.',
  deleted:
    'The shop “{name}” ({id}) was deleted on {at} UTC and is on the list of deletions. If its owner wants it back, add --with-deleted {id}.',
  deleted_here:
    'The shop {id} was deleted here on {at} UTC. Its books have to stay here by law, so it cannot be imported here again: import it into another installation.',
  nobody:
    'Everyone in the folder has deleted their account. Ask the owner to sign up here with an address that is in the folder, then import again.',
  taken: 'This is already here: {what}.',
  unfit: 'The data is not valid: {what}.',
  other_file: 'The file store already has a different {file}. Nothing was overwritten.',
  running: 'The program is running on {folder}. Stop it before you import.',
}
