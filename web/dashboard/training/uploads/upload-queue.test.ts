import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { openLeavingPage } from '#tests/drivers/leaving-page.ts'
import { acceptedFiles, checkFile } from './check-file.ts'
import { fileSize } from '#web/dashboard/training/sources/file-size.ts'
import { makeUploadQueue, type UploadQueue } from './upload-queue.ts'

const asksBeforeLeaving = openLeavingPage()
const staged: UploadQueue[] = []
afterEach(() => {
  for (const queue of staged.splice(0)) for (const { id } of queue.uploads()) queue.remove(id)
})

function stage() {
  const sends: {
    name: string
    done(added: boolean): void
    fail(error: unknown): void
    progress(share: number): void
  }[] = []
  let ids = 0
  const queue = makeUploadQueue({
    send: ({ file }, progress, signal) =>
      new Promise((done, fail) => {
        signal.addEventListener('abort', () => fail('cancelled'))
        sends.push({ name: file.name, done, fail, progress })
      }),
    refuse: file => (file.name.endsWith('.exe') ? 'not this' : undefined),
    problemOf: error => (error === 'cancelled' ? 'cancelled' : { text: String(error), again: true }),
    newId: () => String(++ids),
  })
  staged.push(queue)
  const states = () => queue.uploads().map(upload => `${upload.file.name} ${upload.state}`)
  return { queue, sends, states }
}

const file = (name: string) => new File(['x'], name)
const settled = () => new Promise(resolve => setImmediate(resolve))

test('two files go at a time, the third waits for its turn', async () => {
  const { queue, sends, states } = stage()
  queue.add([file('a.pdf'), file('b.pdf'), file('c.pdf')])
  assert.deepEqual(states(), ['a.pdf sending', 'b.pdf sending', 'c.pdf waiting'])
  sends[0]?.done(true)
  await settled()
  assert.deepEqual(states(), ['b.pdf sending', 'c.pdf sending'])
})

test('a refused file is listed with its reason and holds nobody up', () => {
  const { queue, sends, states } = stage()
  queue.add([file('a.exe'), file('b.pdf')])
  assert.deepEqual(states(), ['a.exe failed', 'b.pdf sending'])
  assert.equal(queue.uploads()[0]?.problem, 'not this')
  assert.equal(sends.length, 1)
  queue.remove('1')
  assert.deepEqual(states(), ['b.pdf sending'])
})

test('a failed upload can be sent again', async () => {
  const { queue, sends, states } = stage()
  queue.add([file('a.pdf')])
  sends[0]?.fail('no network')
  await settled()
  assert.deepEqual(states(), ['a.pdf failed'])
  assert.equal(asksBeforeLeaving(), false)
  queue.retry('1')
  assert.deepEqual(states(), ['a.pdf sending'])
})

test('a stopped upload leaves the list', async () => {
  const { queue, states } = stage()
  queue.add([file('a.pdf')])
  queue.remove('1')
  await settled()
  assert.deepEqual(states(), [])
})

test('the page is not left unasked while a file waits, goes or is stored, of whichever shop', async () => {
  const [one, other] = [stage(), stage()]
  assert.equal(asksBeforeLeaving(), false)
  one.queue.add([file('a.pdf'), file('b.pdf'), file('c.pdf')])
  other.queue.add([file('d.pdf'), file('e.exe')])
  other.sends[0]?.done(true)
  await settled()
  assert.deepEqual([other.states(), asksBeforeLeaving()], [['e.exe failed'], true])
  one.sends[0]?.done(true)
  one.sends[1]?.fail('no network')
  await settled()
  one.sends[2]?.progress(1)
  assert.deepEqual([one.states(), asksBeforeLeaving()], [['b.pdf failed', 'c.pdf storing'], true])
  one.sends[2]?.done(false)
  await settled()
  assert.equal(asksBeforeLeaving(), false)
})

test('all has left, now it is stored; the same file twice is said', async () => {
  const { queue, sends, states } = stage()
  queue.add([file('a.pdf')])
  sends[0]?.progress(0.4)
  assert.equal(queue.uploads()[0]?.share, 0.4)
  sends[0]?.progress(1)
  assert.deepEqual(states(), ['a.pdf storing'])
  sends[0]?.done(false)
  await settled()
  assert.deepEqual(states(), ['a.pdf same'])
})

test('what the server would refuse is refused at once, for the same reason', () => {
  assert.equal(checkFile({ name: 'Bảng giá.PDF', size: 10_485_760 }), undefined)
  assert.equal(checkFile({ name: 'a.pdf', size: 10_485_761 }), 'training.file_too_large')
  assert.equal(checkFile({ name: 'a.doc', size: 5 }), 'training.old_word')
  assert.equal(checkFile({ name: '../../x', size: 5 }), 'training.wrong_type')
  assert.equal(checkFile({ name: 'a.txt', size: 0 }), 'training.empty')
  assert.equal(checkFile({ name: 'IMG_0001.jpeg', size: 5 }), undefined)
  assert.equal(checkFile({ name: 'IMG_0001.HEIC', size: 5 }), 'training.heic')
  assert.match(acceptedFiles, /,\.jpeg,.*image\/jpeg/)
})

test('sizes are written as people read them', () => {
  assert.equal(fileSize(1_258_291, 'vi'), '1,2 MB')
  assert.equal(fileSize(1_258_291, 'en'), '1.2 MB')
  assert.equal(fileSize(86_016, 'vi'), '84 KB')
  assert.equal(fileSize(12, 'vi'), '12 B')
})
