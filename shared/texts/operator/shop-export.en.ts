import type { shopExportVi } from './shop-export.vi.ts'

export const shopExportEn: Record<keyof typeof shopExportVi, string> = {
  madeAt: 'The data Sen stores for this shop, as of {time} (Viet Nam time).',
  contents:
    'The “tables” folder holds each table twice: as CSV, which opens in Excel or Google Sheets, and as JSON, which loses nothing (in the CSV, a cell that looks like a formula begins with an apostrophe). The “files” folder holds the documents and pictures, each with its id and original name. “manifest.json” has the number of rows of each table, a sum of their hashes, and the SHA-256 of each file, so that any change can be detected.',
  secretsOut: 'Passwords, access tokens of channels and keys of language models are not included.',
  secretsIn:
    'CAUTION: “secrets.json” has the access tokens of channels and the keys of language models in plain text. Whoever has it can write to customers in the shop’s name. Passwords are not included.',
  personal:
    'This folder contains customers’ personal data. Keep it in a safe place, share it only with people who need it, and delete it when it is no longer needed.',
  tables: 'Tables',
  table: 'Table',
  rows: 'Rows',
  files: 'Files: {count}.',
}
