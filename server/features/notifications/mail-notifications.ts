import { sql } from 'kysely'
import { renderEmail } from '#platform/mail/email-template.ts'
import type { Email } from '#platform/mail/mail.ts'
import type { Platform } from '#platform/platform.ts'
import type { Config } from '#server/config.ts'
import type { NotificationData } from '#shared/contracts/notifications.contract.ts'
import { fillText, mailTexts } from '#shared/texts/account/mail-texts.ts'
import { notificationsTexts, notificationWords } from '#shared/texts/dashboard/notifications-texts.ts'
import type { Language, NotificationKind } from '#shared/words.ts'

type Waiting = { id: string; kind: NotificationKind; data: NotificationData; read_at: Date | null; present: boolean }
type Reader = { to: string; language: Language }

const maxInAnEmail = 15

/** Everything pending in one email, except notifications already read in the app. */
export async function mailNotifications(
  platform: Platform,
  { person_id: personId }: { person_id: string },
): Promise<void> {
  await platform.db.asService(null, async tx => {
    const people = await sql<Reader>`select language,
        case when notification_email_verified and notification_email is not null then notification_email else email end as to
      from people where id = ${personId} and status = 'active' and email_verified for no key update`.execute(tx)
    const { rows } = await sql<Waiting>`update notifications n set mail = 'sent', mailed_at = ${platform.clock.now()}
      where id in (select id from notifications where person_id = ${personId} and mail = 'waiting' order by id for no key update) returning id, kind, data, read_at,
        (workspace_id is null or exists (select from members m where m.workspace_id = n.workspace_id
          and m.person_id = n.person_id and m.status = 'active')) as present`.execute(tx)
    const [reader] = people.rows
    const news = rows.filter(row => row.present && !row.read_at).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    if (!reader || news.length === 0) return
    await platform.jobs.enqueue(tx, { kind: 'send mail', payload: emailOf(platform.config, reader, news) })
  })
}

function emailOf(config: Config, { to, language }: Reader, news: Waiting[]): Email {
  const brand = config.BRAND_NAME
  const { publicUrl } = config
  const texts = notificationsTexts(language)
  const words = news.map(({ kind, data }) => notificationWords(language, kind, data))
  const workspaces = new Set(news.map(({ data }) => data.workspace))
  const workspace = workspaces.size === 1 ? news[0]?.data.workspace : undefined
  const values = { brand, count: String(news.length), workspace: workspace ?? '' }
  const text = (key: keyof typeof texts) => fillText(texts[key], values)
  const [first] = words
  const alone = words.length === 1 && first ? first : undefined
  const more = String(words.length - maxInAnEmail)
  const many = text(workspace ? 'mail.heading_many' : 'mail.heading_many_plain')
  return renderEmail({
    to,
    language,
    brand,
    publicUrl,
    subject: alone ? fillText(texts['mail.subject_one'], { title: alone.title }) : text('mail.subject_many'),
    preview: alone?.text ?? first?.title ?? '',
    heading: alone?.title ?? many,
    paragraphs: alone
      ? [alone.text, ...(workspace ? [workspace] : [])]
      : words
          .slice(0, maxInAnEmail)
          .map(({ title, text: body }) => fillText(texts['mail.line'], { title, text: body })),
    button: { label: text('mail.button'), href: `${publicUrl}${alone?.path ?? '/dashboard/notifications'}` },
    small: words.length > maxInAnEmail ? [fillText(texts['mail.more'], { count: more })] : [],
    reason: text('mail.reason'),
    about: fillText(mailTexts(language)['footer.about'], { brand }),
  })
}
