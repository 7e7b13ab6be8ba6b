import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fastestRun } from '#tests/setup/fastest-run.ts'
import { readMarkup, readPlain, safeHref } from './markup.ts'

test('plain sentences stay one text, line by line', () => {
  assert.deepEqual(readMarkup('Dạ còn 3 bộ.\nGiá 780.000đ ạ.'), [
    {
      kind: 'lines',
      lines: [[{ kind: 'text', text: 'Dạ còn 3 bộ.' }], [{ kind: 'text', text: 'Giá 780.000đ ạ.' }]],
    },
  ])
})

test('bold, lists and links are the whole language', () => {
  assert.deepEqual(readMarkup('Phí **30.000đ**:\n- nội thành\n- ngoại thành\n1. một'), [
    {
      kind: 'lines',
      lines: [
        [
          { kind: 'text', text: 'Phí ' },
          { kind: 'bold', text: '30.000đ' },
          { kind: 'text', text: ':' },
        ],
      ],
    },
    {
      kind: 'list',
      ordered: false,
      start: 1,
      items: [[{ kind: 'text', text: 'nội thành' }], [{ kind: 'text', text: 'ngoại thành' }]],
    },
    { kind: 'list', ordered: true, start: 1, items: [[{ kind: 'text', text: 'một' }]] },
  ])
})

test('a link says where it leads when its label does not', () => {
  const [block] = readMarkup('Xem [bảng giá](https://shop.vn/gia) hoặc https://shop.vn/a(b), nhé.')
  assert.deepEqual(block, {
    kind: 'lines',
    lines: [
      [
        { kind: 'text', text: 'Xem ' },
        { kind: 'link', text: 'bảng giá', href: 'https://shop.vn/gia', host: 'shop.vn' },
        { kind: 'text', text: ' hoặc ' },
        { kind: 'link', text: 'https://shop.vn/a(b)', href: 'https://shop.vn/a(b)', host: null },
        { kind: 'text', text: ', nhé.' },
      ],
    ],
  })
})

test('only addresses of the web, mail and telephone are links', () => {
  assert.equal(safeHref('javascript:alert(1)'), null)
  assert.equal(safeHref('data:text/html,x'), null)
  for (const credentials of ['user:secret', 'user', ':secret'])
    assert.equal(safeHref(`https://${credentials}@shop.vn/`), null)
  assert.equal(safeHref('mailto:a@shop.vn'), 'mailto:a@shop.vn')
  assert.equal(safeHref('tel:0903218447'), 'tel:0903218447')
  const mail = { kind: 'link', text: 'thư', href: 'mailto:a@shop.vn', host: null }
  assert.deepEqual(readMarkup('[thư](mailto:a@shop.vn)'), [{ kind: 'lines', lines: [[mail]] }])
  assert.deepEqual(readMarkup('[bấm](javascript:x)'), [{ kind: 'lines', lines: [[{ kind: 'text', text: 'bấm' }]] }])
})

test("a customer's own words keep their signs", () => {
  assert.deepEqual(readPlain('**giá** - https://shop.vn.'), [
    {
      kind: 'lines',
      lines: [
        [
          { kind: 'text', text: '**giá** - ' },
          { kind: 'link', text: 'https://shop.vn', href: 'https://shop.vn/', host: null },
          { kind: 'text', text: '.' },
        ],
      ],
    },
  ])
})

test('no text is lost in a customer message, whatever is typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const [block] = readPlain(text)
      assert.ok(block?.kind === 'lines')
      const shown = block.lines.map(line => line.map(part => part.text).join('')).join('\n')
      assert.equal(shown, text.replaceAll('\r\n', '\n'))
    }),
  )
})

test('a long hostile text takes no noticeable time', () => {
  const hostile = ['**a'.repeat(10_000), '['.repeat(20_000), '[a]('.repeat(8000), 'http://'.repeat(5000)]
  assert.ok(fastestRun(1500, () => hostile.forEach(text => readMarkup(text))) < 1500)
})
