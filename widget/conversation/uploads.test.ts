import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SendFailure, type FileDraft, type FileReceipt, type TransportListener } from '#widget/transport/transport.ts'
import { createConversation } from './conversation.ts'
import { createOutbox } from './outbox.ts'

function chat() {
  const sent: { draft: FileDraft; signal: AbortSignal; done(receipt: FileReceipt): void; fail(error: Error): void }[] =
    []
  const texts: string[] = []
  const saved: (string | null)[] = []
  let listener: TransportListener | undefined
  const conversation = createConversation({
    transport: {
      start: given => void (listener = given),
      stop: () => undefined,
      send: ({ text }) => new Promise(() => texts.push(text)),
      typing: () => undefined,
      read: () => undefined,
      files: {
        send: (draft, _, signal) =>
          new Promise((done, fail) => {
            signal.addEventListener('abort', () => fail(new Error('aborted')))
            sent.push({ draft, signal, done, fail })
          }),
        open: async () => new Blob(['the server’s']),
      },
    },
    outbox: createOutbox(
      { getItem: () => null, setItem: (_, value) => saved.push(value), removeItem: () => saved.push(null) },
      'x',
    ),
  })
  conversation.start()
  const shown = () => conversation.snapshot().messages.map(({ state, reason }) => reason ?? state)
  return { conversation, sent, texts, saved, shown, say: () => listener }
}

const picture = new File(['hình'], 'phin.png', { type: 'image/png' })
const settled = () => new Promise(resolve => setImmediate(resolve))

test('a file is uploaded beside the texts, and is not kept for a reload', () => {
  const { conversation, sent, texts, saved } = chat()
  conversation.sendFile(picture)
  conversation.send('mẫu này còn không')
  assert.equal(sent[0]?.draft.file, picture)
  assert.deepEqual(texts, ['mẫu này còn không'])
  assert.equal(
    saved.some(one => one?.includes(sent[0]?.draft.client_id ?? '')),
    false,
  )
})

test('what the server would refuse is not uploaded', async () => {
  const { conversation, sent, shown } = chat()
  conversation.sendFile(new File([new Uint8Array(10_485_761)], 'to.png', { type: 'image/png' }))
  conversation.sendFile(new File(['x'], 'x.svg', { type: 'image/svg+xml' }))
  await settled()
  assert.deepEqual(shown(), ['widget.file_too_large', 'widget.file_type'])
  assert.equal(sent.length, 0)
})

test('a cancelled upload ends and is gone; what arrived first stays', async () => {
  const { conversation, sent, shown, say } = chat()
  conversation.sendFile(picture)
  conversation.sendFile(picture)
  const keys = sent.map(one => one.draft.client_id)
  conversation.cancelFile(keys[0] ?? '')
  sent[1]?.done({ id: 'm2', cursor: 'c2', attachments: [] })
  await settled()
  conversation.cancelFile(keys[1] ?? '')
  assert.deepEqual(shown(), ['sent'])
  assert.equal(sent[0]?.signal.aborted, true)
  conversation.sendFile(picture)
  const client_id = sent[2]?.draft.client_id ?? ''
  const stored = { id: 'm3', cursor: 'c3', author: 'contact' as const, client_id, text: '', created_at: '2026-11-20' }
  say()?.messages([stored], false)
  conversation.cancelFile(client_id)
  await settled()
  assert.deepEqual(shown(), ['sent', 'sent'], 'stored before the request was answered')
})

test('a failed file is sent again under its id, and shown from this device even when the server knows it', async () => {
  const { conversation, sent, shown, say, texts } = chat()
  conversation.sendFile(picture)
  const key = sent[0]?.draft.client_id ?? ''
  sent[0]?.fail(new SendFailure('network'))
  await settled()
  assert.deepEqual(shown(), ['network'])
  conversation.resend(key)
  assert.deepEqual([shown(), texts], [['sending'], []])
  assert.deepEqual(sent[1]?.draft, { client_id: key, file: picture })
  sent[1]?.done({ id: 'm1', cursor: 'c1', attachments: [] })
  const attachments = [{ id: 'f1', kind: 'image' as const, name: 'phin.png', size: 5 }]
  const created_at = '2026-11-20T02:00:00Z'
  say()?.messages(
    [{ id: 'm1', cursor: 'c1', author: 'contact', client_id: key, text: '', created_at, attachments }],
    false,
  )
  assert.equal(await conversation.openFile(key), picture)
  assert.deepEqual(
    conversation.snapshot().messages.map(message => message.attachments[0]?.id),
    [key],
  )
})
