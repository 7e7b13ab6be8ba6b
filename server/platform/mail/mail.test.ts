import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { fakeClock } from '../clock.ts'
import { silentLog } from '../log.ts'
import { makeMail } from './mail.ts'

const email = {
  to: 'hanh@mocan.vn',
  subject: 'Xác nhận e-mail của bạn',
  text: 'Chào Hạnh, bấm vào liên kết này nhé.',
  html: '<p>Chào <b>Hạnh</b>, bấm vào liên kết này nhé.</p>',
}

test('without a server an email becomes a file that only its owner may read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-mail-'))
  const mail = makeMail({ url: '', from: 'Sen <no-reply@sen.example>', folder }, fakeClock(), silentLog)
  await mail.send(email)
  const [file = ''] = readdirSync(folder)
  assert.deepEqual(JSON.parse(readFileSync(join(folder, file), 'utf8')), {
    ...email,
    date: '2026-11-20T03:00:00.000Z',
  })
  assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600)
  rmSync(folder, { recursive: true })
})

test('with a server an email arrives whole, marks and both parts', async () => {
  const arrived: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(parts)).then(email => {
          arrived.push(email)
          done()
        })
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const settings = { url: `smtp://127.0.0.1:${port}`, from: '"Sen" <no-reply@sen.example>', folder: '' }
  await makeMail(settings, fakeClock(), silentLog).send(email)
  assert.equal(arrived[0]?.subject, email.subject)
  assert.equal(arrived[0]?.from?.address, 'no-reply@sen.example')
  assert.equal(arrived[0]?.text?.trim(), email.text)
  assert.equal(arrived[0]?.html?.trim(), email.html)
  await new Promise<void>(resolve => server.close(resolve))
})

test('a server that cannot be reached is an error, so that the job tries again', async () => {
  const mail = makeMail({ url: 'smtp://127.0.0.1:9', from: 'a@b.example', folder: '' }, fakeClock(), silentLog)
  await assert.rejects(mail.send(email), /ECONNREFUSED/)
})
