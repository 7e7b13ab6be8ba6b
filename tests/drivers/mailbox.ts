import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Email } from '#platform/mail/mail.ts'
import type { Platform } from '#platform/platform.ts'

export function readMailbox(platform: Platform): Email[] {
  const folder = join(platform.config.dataDir, 'mail')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter(name => name.endsWith('.json'))
  return files.toSorted().map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Email)
}

export function newestEmail(platform: Platform, to: string): { mail: Email; link: URL; code: string } {
  const email = readMailbox(platform).findLast(one => one.to === to)
  if (!email) throw new Error(`No email to ${to}.`)
  const link = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(email.text)?.[0]
  const code = /\b\d{6,10}\b/.exec(email.text.replace(link ?? '', ''))?.[0]
  if (!link || !code) throw new Error('The email has no link or no digits.')
  return { mail: email, link: new URL(link), code }
}

/** Of the newest mail, which has a code instead of a link. */
export function newestCode(platform: Platform, to: string): string {
  const email = readMailbox(platform).findLast(one => one.to === to)
  const code = /\b\d{6,10}\b/.exec(email?.text ?? '')?.[0]
  if (!code) throw new Error(`No email with digits to ${to}.`)
  return code
}
