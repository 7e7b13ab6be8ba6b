import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from './markdown.ts'

const render = (text: string) =>
  renderMarkdown(
    text,
    name => (name === 'inbox' ? { url: '/a/inbox.webp', dark: '/a/inbox-dark.webp', width: 12, height: 8 } : undefined),
    address => address === '/guide',
  )

test('headings become the title and anchors', () => {
  const { title, html, parts } = render('# Hướng dẫn\n\n## Đưa tài liệu\n\nMột **câu**.')
  assert.equal(title, 'Hướng dẫn')
  assert.deepEqual(parts, [{ id: 'dua-tai-lieu', text: 'Đưa tài liệu' }])
  assert.equal(html, '<h2 id="dua-tai-lieu">Đưa tài liệu</h2>\n<p>Một <strong>câu</strong>.</p>\n')
})

test('HTML in a text is text', () => {
  const { html } = render('a <img src=x onerror=alert(1)> b\n\n<script>alert(1)</script>')
  assert.equal(/<(?:img|script)/.test(html), false)
  assert.match(html, /&lt;script&gt;/)
})

test('pictures have their size, one for each theme, and one that is not there is left out', () => {
  const more = 'width="12" height="8" alt="Hộp thư" loading="lazy" decoding="async"'
  assert.equal(
    render('![Hộp thư](inbox)').html,
    `<p><img class="in-light" src="/a/inbox.webp" ${more}><img class="in-dark" src="/a/inbox-dark.webp" ${more}></p>\n`,
  )
  assert.equal(render('![x](nothing)').html.includes('<img'), false)
})

test('links to our own pages are fetched before they are pressed', () => {
  assert.match(render('[a](/guide)').html, /<a class="link" href="\/guide" data-next="">a<\/a>/)
  assert.match(render('[b](/auth)').html, /<a class="link" href="\/auth">b<\/a>/)
})
