import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { type Clock, minutes } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'

export type Email = { to: string; subject: string; text: string; html: string }

export type Mail = {
  captured: boolean
  /** Called from the job `send mail`, never inside a request. */
  send(email: Email): Promise<void>
  /** Signs in to the mail server, sends nothing; at most every five minutes. */
  check(): Promise<void>
}

const checkedMs = minutes(5)

export function makeMail(settings: { url: string; from: string; folder: string }, clock: Clock, log: Log): Mail {
  if (settings.url) {
    const transport = createTransport(settings.url)
    let checkedAt = 0
    let checked: Promise<unknown> = Promise.resolve()
    return {
      captured: false,
      async check() {
        const now = clock.now().getTime()
        if (now - checkedAt >= checkedMs || now < checkedAt) {
          checkedAt = now
          checked = transport.verify()
        }
        await checked
      },
      async send(email) {
        await transport.sendMail({ from: settings.from, ...email })
      },
    }
  }
  return {
    captured: true,
    async check() {},
    async send(email) {
      await mkdir(settings.folder, { recursive: true, mode: 0o700 })
      const date = clock.now().toISOString()
      const name = `${date.replaceAll(':', '-')}-${newId()}`
      const { to, subject, text, html } = email
      const part = join(settings.folder, `.${name}.part`)
      await writeFile(part, `${JSON.stringify({ to, subject, text, html, date }, null, 1)}\n`, { mode: 0o600 })
      await rename(part, join(settings.folder, `${name}.json`))
      log.info({ file: `${name}.json` }, 'A mail was captured')
    },
  }
}
