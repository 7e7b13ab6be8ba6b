import { z } from 'zod'
import { address, whole } from './setting-schemas.ts'

export const backupSettings = {
  BACKUP_PASSPHRASE: [
    'encrypts backups, at least 16 characters; keep it elsewhere too: without it they are lost (default: not encrypted)',
    '',
    z.union([z.literal(''), z.string().min(16)]),
  ],
  BACKUP_FOLDER: ['where a backup is put every night, best on another disk (default: none is made)', '', z.string()],
  BACKUP_S3_ENDPOINT: [
    'an S3-compatible store where one is put every night, encrypted only; best at another provider than the server',
    '',
    z.union([z.literal(''), address]),
  ],
  BACKUP_S3_REGION: ['its region', 'us-east-1', z.string().min(1)],
  BACKUP_S3_BUCKET: ['its bucket', '', z.string()],
  BACKUP_S3_PREFIX: [
    'what their names there begin with, for example sen/backups (default: nothing)',
    '',
    z
      .string()
      .transform(prefix => prefix.replace(/^\/+|\/+$/g, ''))
      .refine(
        prefix => prefix === '' || /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(prefix),
        'letters, digits, - _ . and / are wanted',
      ),
  ],
  BACKUP_S3_ACCESS_KEY_ID: ['its key', '', z.string()],
  BACKUP_S3_SECRET_ACCESS_KEY: ['and the secret of that key', '', z.string()],
  BACKUP_WHOLE_EVERY: [
    'days from one whole backup to the next; those between have only what changed, and need it (1: each is whole)',
    '1',
    whole.min(1).max(14),
  ],
  BACKUP_KEEP: ['how many are kept in each place', '14', whole.min(1).max(1000)],
} as const
