import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, before, describe, test } from 'node:test'
import type { FileType } from '#shared/contracts/training/training.contract.ts'
import {
  bombDocx,
  encryptedPdf,
  makePdf,
  priceListDocx,
  priceListPdf,
  rawDocx,
  scannedPdf,
  zip,
} from '#tests/fixtures/documents.ts'
import { ExtractError } from '../extract/extractor.ts'
import { extractText, READ_LIMITS, readerFlags, ReaderLost, type ReadFile, type ReadLimits } from './extract-text.ts'

describe('reading a file in its own process', () => {
  let folder: string
  let count = 0

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sen-extract-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  function read(type: FileType, content: Buffer | string, limits: Partial<ReadLimits> = {}): Promise<ReadFile> {
    const path = join(folder, `${count++}`)
    writeFileSync(path, content)
    return extractText(`shop ${count}`, { type, path, title: 'Bảng giá' }, limits)
  }

  async function reasonOf(reading: Promise<ReadFile>): Promise<string> {
    const error = await reading.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof ExtractError, String(error))
    return error.reason
  }

  test('PDF and Word give the same lines: headings, whole paragraphs, rows under their column names', async () => {
    const [pdf, docx] = await Promise.all([read('pdf', await priceListPdf()), read('docx', await priceListDocx())])
    const lines = (file: ReadFile): string[] => file.text.split('\n').filter(line => line !== '')
    assert.deepEqual(lines(pdf), lines(docx))
    assert.ok(lines(pdf).includes('## Phí giao hàng'))
    assert.ok(lines(pdf).includes('| Dụng cụ | Giá | Bảo hành |'))
    assert.equal(pdf.text, pdf.text.normalize('NFC'))
  })

  test('each page of a PDF is known by its first character', async () => {
    const content = await makePdf(pdf => {
      for (const page of [1, 2, 3]) {
        if (page > 1) pdf.addPage()
        pdf.text(`Trang này nói về chi nhánh số ${page}, mở cửa lúc ${page + 6}h00.`)
        pdf.text(`Trang ${page}/3`, 260, 760)
      }
    })
    const { text, pages } = await read('pdf', content)
    assert.deepEqual(
      pages.map(page => page.number),
      [1, 2, 3],
    )
    for (const { number, start } of pages)
      assert.ok(text.slice(start).startsWith(`Trang này nói về chi nhánh số ${number},`))
    assert.doesNotMatch(text, /Trang \d\/3/, 'page numbers are no content')
  })

  test('letters in pieces come out whole, invisible ones not at all', async () => {
    const { text } = await read(
      'docx',
      rawDocx(`<w:p><w:r><w:t>${'Giá\u200B ship nội thành: 20.000đ'.normalize('NFD')}</w:t></w:r></w:p>`),
    )
    assert.equal(text, 'Giá ship nội thành: 20.000đ')
    const utf16 = Buffer.from('\ufeffGiờ mở cửa: 8h00\r\nNghỉ thứ hai', 'utf16le')
    assert.equal((await read('txt', utf16)).text, 'Giờ mở cửa: 8h00\nNghỉ thứ hai')
  })

  test('every obstacle has its own reason', async () => {
    assert.equal(await reasonOf(read('pdf', await encryptedPdf())), 'file_encrypted')
    assert.equal(await reasonOf(read('pdf', await scannedPdf())), 'no_text')
    assert.equal(await reasonOf(read('pdf', '%PDF-1.7 and nothing more')), 'file_damaged')
    assert.equal(await reasonOf(read('docx', zip([['mimetype', 'application/epub+zip']]))), 'wrong_type')
    assert.equal(await reasonOf(read('docx', (await priceListDocx()).subarray(0, 2_000))), 'file_damaged')
    assert.equal(await reasonOf(read('docx', rawDocx('<w:p/>'))), 'empty')
    assert.equal(await reasonOf(read('txt', Buffer.from([0x47, 0x69, 0xe1]))), 'text_encoding')
    assert.equal(await reasonOf(read('txt', Buffer.from('a\0b'))), 'wrong_type')
    const mark = await makePdf(pdf => {
      pdf.text('Scanned with CamScanner', 200, 780)
    })
    assert.equal(await reasonOf(read('pdf', mark)), 'no_text')
  })

  test('zip bombs stop before they unfold: told sizes, false sizes, too many parts, entities', async () => {
    assert.equal(await reasonOf(read('docx', bombDocx(300))), 'file_too_complex')
    assert.equal(await reasonOf(read('docx', bombDocx(90))), 'file_too_complex', 'by its ratio alone')
    const parts: [string, Buffer][] = [
      ['[Content_Types].xml', Buffer.from('<a/>')],
      ['word/document.xml', Buffer.alloc(120_000_000, 'a')],
    ]
    assert.equal(await reasonOf(read('docx', zip(parts, 2_000))), 'file_too_complex', 'sizes that lie')
    const many = Array.from({ length: 5_001 }, (_, i): [string, string] => [`word/${i}.xml`, ''])
    assert.equal(await reasonOf(read('docx', zip(many))), 'file_too_complex')
    const typed = zip([
      ['[Content_Types].xml', '<Types/>'],
      ['word/document.xml', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>'],
    ])
    assert.equal(await reasonOf(read('docx', typed)), 'file_damaged')
  })

  test('a reader that takes too long or too much is ended', async () => {
    const content = await priceListPdf()
    assert.equal(await reasonOf(read('pdf', content, { milliseconds: 20 })), 'too_slow')
    assert.equal(await reasonOf(read('pdf', content, { memoryMegabytes: 30 })), 'file_too_complex')
    assert.equal(
      await reasonOf(read('txt', '## Giá\nMột món: 10.000đ.\n'.repeat(300_000), { heapMegabytes: 32 })),
      'file_too_complex',
    )
  })

  test('long documents: hundreds of pages, hundreds of thousands of short lines', async () => {
    const content = await makePdf(pdf => {
      for (let page = 1; page <= 300; page++) {
        if (page > 1) pdf.addPage()
        for (let row = 0; row < 12; row++)
          [`Món số ${page}-${row}`, `${page}.${row}00đ`].forEach((cell, i) =>
            pdf.text(cell, 56 + i * 300, 60 + row * 40, { lineBreak: false }),
          )
      }
    })
    const { pages, text } = await read('pdf', content)
    assert.equal(pages.length, 300)
    const last = pages.at(-1)?.start ?? 0
    assert.ok(text.slice(last).startsWith('Món số 300-0\t300.000đ'), text.slice(last, last + 60))
    const rows = Array.from({ length: 200_000 }, (_, i) => `Món ${i}: ${i}00đ`).join('\n')
    const { passages } = await read('txt', rows)
    assert.equal(passages.at(-1)?.end, rows.length)
  })

  test('a reader that is killed from outside is another matter, and worth another try', async () => {
    const path = join(folder, 'slow.pdf')
    writeFileSync(path, await priceListPdf())
    const before = childrenOf(process.pid)
    const reading = extractText('shop', { type: 'pdf', path, title: '' }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    let child: number | undefined
    while (child === undefined) {
      await new Promise(resolve => setImmediate(resolve))
      child = childrenOf(process.pid).find(pid => !before.includes(pid))
    }
    process.kill(child, 'SIGKILL')
    assert.ok((await reading) instanceof ReaderLost)
  })

  test('the reader sees no other file, writes nothing, starts nothing, reaches nobody', () => {
    const own = join(folder, 'own.txt')
    const other = join(folder, 'other.txt')
    writeFileSync(own, 'mine')
    writeFileSync(other, 'secret')
    const closing = fileURLToPath(new URL('./close-network.ts', import.meta.url))
    const probe = `
      import { readFileSync, writeFileSync } from 'node:fs'
      import { spawnSync } from 'node:child_process'
      import { connect } from 'node:net'
      import { Worker } from 'node:worker_threads'
      import { closeNetwork } from ${JSON.stringify(closing)}
      closeNetwork()
      const tries = {
        own: () => readFileSync(${JSON.stringify(own)}),
        other: () => readFileSync(${JSON.stringify(other)}),
        passwords: () => readFileSync('/etc/passwd'),
        write: () => writeFileSync(${JSON.stringify(own)}, ''),
        start: () => spawnSync('ls'),
        worker: () => new Worker('1', { eval: true }),
        connect: () => connect(9, '127.0.0.1'),
        fetch: () => fetch('http://127.0.0.1:9/'),
        compile: () => new Function('return 1')(),
      }
      const done = []
      for (const [name, attempt] of Object.entries(tries)) {
        try { attempt(); done.push(name) } catch {}
      }
      console.log(done.join())`
    const flags = [...readerFlags(own, READ_LIMITS), '--input-type=module', '--eval', probe]
    assert.equal(execFileSync(process.execPath, flags, { encoding: 'utf8', env: {} }).trim(), 'own')
  })

  test('only two are read at once, and the others wait for their turn', async () => {
    const content = await priceListPdf()
    let peak = 0
    const watch = setInterval(() => (peak = Math.max(peak, childrenOf(process.pid).length)), 5)
    const read5 = await Promise.all(Array.from({ length: 5 }, () => read('pdf', content)))
    clearInterval(watch)
    assert.equal(read5.length, 5)
    assert.equal(peak, 2)
  })

  function childrenOf(pid: number): number[] {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return list === '' ? [] : list.split(' ').map(Number)
  }
})
