import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dispositionOf, shownAs } from './shown-type.ts'

describe('how a stored file is handed out', () => {
  test('pages and programs of the web are plain text, and kept instead of shown', () => {
    const odd = ['text/html', 'TEXT/HTML; charset=utf-8', ' text/html', 'application/xhtml+xml', 'text/javascript']
    for (const type of [...odd, 'application/x-javascript', 'text/ecmascript', 'text/javascript1.5', 'text/jscript']) {
      const { type: shown, inline } = shownAs(type)
      assert.match(shown, /^text\/plain(;|$)/, type)
      assert.equal(inline, false, type)
    }
    assert.equal(shownAs('text/html; charset=utf-8').type, 'text/plain; charset=utf-8')
  })

  test('what a browser could run is never inline', () => {
    const stored = ['image/svg+xml', 'image/svg+xml;charset=utf-8', 'IMAGE/SVG+XML', 'text/xml', 'application/xml']
    const others = [
      'application/rss+xml',
      'multipart/x-mixed-replace;boundary=a',
      'application/octet-stream',
      'text/css',
      '',
    ]
    for (const type of [...stored, ...others, 'message/rfc822', 'application/x-shockwave-flash', 'image/png,text/html'])
      assert.equal(shownAs(type).inline, false, type)
  })

  test('pictures, sound, films, text and PDF are shown', () => {
    for (const type of [
      'image/png',
      'image/jpeg',
      'audio/mpeg',
      'video/mp4',
      'text/plain;charset=UTF-8',
      'application/pdf',
    ])
      assert.deepEqual(shownAs(type), { type, inline: true })
  })

  test('a download has its name, whatever letters are in it', () => {
    assert.equal(dispositionOf(undefined, true), undefined)
    assert.equal(dispositionOf(undefined, false), 'attachment')
    assert.equal(dispositionOf('', true), 'attachment;')
    const name = 'B%E1%BA%A3ng%20gi%C3%A1%20%281%29.pdf'
    assert.equal(dispositionOf('Bảng giá (1).pdf', true), `attachment; filename=${name}; filename*=UTF-8''${name}`)
    assert.doesNotMatch(dispositionOf('a"\r\nset-cookie: x\ud800', true) ?? '', /[\r\n"]|cookie: /)
  })
})
