import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { after, hours, minutes } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { hashSecret } from '#platform/ids.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import type { notificationEmail, notificationEmailCode } from '#shared/contracts/notifications.contract.ts'
import { fillText, mailTexts } from '#shared/texts/account/mail-texts.ts'
import { notificationsTexts } from '#shared/texts/dashboard/notifications-texts.ts'
import type { Language } from '#shared/words.ts'

type NotificationAddress = { email: string | null; verified: boolean }

const codeLife = minutes(30)
const maxTries = 5

/**
 * Needs confirmation by a six-digit code. `email` null: the account's address.
 * @throws request.too_many
 */
export async function chooseNotificationEmail(
  platform: Platform,
  caller: Caller,
  { email }: z.output<typeof notificationEmail>,
): Promise<NotificationAddress> {
  const { personId } = caller
  if (email !== null) {
    await limit(platform, `notification email:${personId}`, { max: 6, windowMs: hours(1), burst: 3 })
    await limit(platform, `notification email to:${email.toLowerCase()}`, { max: 6, windowMs: hours(1), burst: 3 })
  }
  return platform.db.asService(null, async tx => {
    const { rows } = await sql<{ full_name: string; email: string; language: Language }>`update people
      set notification_email = ${email}, notification_email_verified = false
      where id = ${personId} returning full_name, email, language`.execute(tx)
    await sql`delete from private.notification_email_codes where person_id = ${personId}`.execute(tx)
    const [person] = rows
    if (email === null || !person) return { email: null, verified: false }
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await sql`insert into private.notification_email_codes (person_id, email, code_hash, expires_at)
      values (${personId}, ${email}, ${hashOf(personId, code)}, ${after(platform.clock.now(), codeLife)})`.execute(tx)
    const { full_name: name, language } = person
    await platform.jobs.enqueue(tx, {
      kind: 'send mail',
      payload: codeEmail(platform, { to: email, name: name || person.email, code, language }),
    })
    return { email, verified: false }
  })
}

/** @throws notifications.code_wrong: wrong digits, too late, or five wrong tries */
export async function confirmNotificationEmail(
  platform: Platform,
  caller: Caller,
  { code }: z.output<typeof notificationEmailCode>,
): Promise<NotificationAddress> {
  const { personId } = caller
  const confirmed = await platform.db.asService(null, async tx => {
    const { rows } = await sql<{ email: string; code_hash: string }>`update private.notification_email_codes
      set tries = tries + 1 where person_id = ${personId} and tries < ${maxTries} and expires_at > ${platform.clock.now()}
      returning email, code_hash`.execute(tx)
    const [waiting] = rows
    if (!waiting || !timingSafeEqual(Buffer.from(waiting.code_hash), Buffer.from(hashOf(personId, code)))) return null
    await sql`delete from private.notification_email_codes where person_id = ${personId}`.execute(tx)
    await sql`update people set notification_email = ${waiting.email}, notification_email_verified = true
      where id = ${personId}`.execute(tx)
    return waiting.email
  })
  // Outside the transaction, so that a wrong try stays counted.
  if (confirmed === null) throw failure('notifications.code_wrong')
  return { email: confirmed, verified: true }
}

function hashOf(personId: string, code: string): string {
  return hashSecret(`${personId} ${code}`)
}

type Addressed = { to: string; name: string; code: string; language: Language }

function codeEmail({ config }: Platform, { to, name, code, language }: Addressed) {
  const brand = config.BRAND_NAME
  const texts = notificationsTexts(language)
  const text = (key: keyof typeof texts) => fillText(texts[key], { brand, name: name.slice(0, 60), code })
  return renderEmail({
    to,
    language,
    brand,
    publicUrl: config.publicUrl,
    subject: text('code.subject'),
    preview: text('code.preview'),
    heading: text('code.heading'),
    paragraphs: [text('code.body')],
    small: [text('code.life')],
    reason: text('code.reason'),
    about: fillText(mailTexts(language)['footer.about'], { brand }),
  })
}
