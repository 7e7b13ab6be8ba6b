import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ExtractError } from '../extractor.ts'
import { readPage } from './html.ts'
import { readSitemap } from './sitemap.ts'

const url = 'https://shop.example/bang-gia'

async function textOf(html: string | Uint8Array, charset?: string): Promise<string> {
  return (await readPage(Buffer.from(html), { url, charset })).text
}

function in1258(text: string): Buffer {
  const letters = new Map<string, number>()
  const decoder = new TextDecoder('windows-1258')
  for (let byte = 255; byte >= 0; byte--) letters.set(decoder.decode(Uint8Array.of(byte)), byte)
  const bytes: number[] = []
  for (const letter of text) {
    const parts = letters.has(letter) ? [letter] : splitTone(letter)
    for (const part of parts) bytes.push(letters.get(part) ?? 63)
  }
  return Buffer.from(bytes)
}

function splitTone(letter: string): string[] {
  const [base = '', ...marks] = letter.normalize('NFD')
  const tones = marks.filter(mark => '\u0300\u0301\u0303\u0309\u0323'.includes(mark))
  const shape = marks.filter(mark => !tones.includes(mark)).join('')
  return [(base + shape).normalize('NFC'), ...tones]
}

describe('reading a web page', () => {
  test('what stands on every page of a site is left out, whatever it is called', async () => {
    const text = await textOf(`<!doctype html><html lang="vi"><body>
      <header><a href="/">Trang chủ</a></header><nav>Danh mục sản phẩm</nav>
      <div class="breadcrumb"><a href="/">Trang chủ</a> / Giá</div><div id="cookie-consent">Chúng tôi dùng cookie</div>
      <ul class="menu"><li><a href="/a">Áo</a></li><li><a href="/b">Quần</a></li></ul>
      <div class="content"><p>Chén quân giá 65.000đ.</p><ul class="menu"><li>Phở bò 45.000đ</li><li>Bún chả 40.000đ</li></ul>
      <p>Trang này dùng cookie. Bấm Đồng ý để tiếp tục.</p></div>
      <div class="social-share"><a href="https://fb.example">Chia sẻ</a></div><div role="dialog">Nhận bản tin</div>
      <div class="site-footer">Bản quyền 2026</div><footer>Hotline</footer><script>var x = 'mã'</script></body></html>`)
    assert.equal(text, 'Chén quân giá 65.000đ.\n\n- Phở bò 45.000đ\n- Bún chả 40.000đ')
  })

  test('tables are read by rows, with merged cells and named columns; old prices are not prices', async () => {
    const text =
      await textOf(`<main><table><caption>Phí giao hàng</caption><thead><tr><th>Khu vực</th><th>Loại</th><th>Phí</th></tr></thead>
      <tr><td rowspan="2">Nội thành</td><td>Thường</td><td><del>25.000đ</del> 20.000đ</td></tr><tr><td>Hoả tốc</td><td>50.000đ</td></tr>
      <tr><td>Tỉnh</td><td>Thường</td><td>30.000đ</td></tr></table></main>`)
    assert.equal(
      text,
      '### Phí giao hàng\n\n| Khu vực | Loại | Phí |\n| --- | --- | --- |\n| Nội thành | Thường | 20.000đ |\n| Nội thành | Hoả tốc | 50.000đ |\n| Tỉnh | Thường | 30.000đ |',
    )
  })

  test('cards of goods, questions that open, lists of terms keep what belongs together', async () => {
    const text =
      await textOf(`<main><h2>Chén</h2><div class="grid"><div><h3>Chén quân</h3><span class="price">65.000đ</span></div>
      <div><h3>Chén tống</h3><span class="price">120.000đ</span></div></div>
      <h3><button aria-expanded="false" aria-controls="a">Có giao tỉnh không?</button></h3><div id="a" hidden>Có, 2–3 ngày.</div>
      <details><summary>Đổi trả thế nào?</summary><p>Trong 7 ngày.</p></details>
      <dl><dt>Thứ Hai – Thứ Bảy:</dt><dd>8:00 – 20:00</dd></dl><p><span class="a">Phí</span><span class="b">20.000đ</span></p></main>`)
    assert.equal(
      text,
      '## Chén\n\n- Chén quân: 65.000đ\n- Chén tống: 120.000đ\n\n### Có giao tỉnh không?\n\nCó, 2–3 ngày.\n\n### Đổi trả thế nào?\n\nTrong 7 ngày.\n\nThứ Hai – Thứ Bảy: 8:00 – 20:00\n\nPhí 20.000đ',
    )
  })

  test('facts for search engines are read where the page does not say them itself', async () => {
    const data = {
      '@graph': [
        {
          '@type': 'Product',
          name: 'Ấm tử sa',
          offers: { price: '450000', priceCurrency: 'VND', availability: 'https://schema.org/InStock' },
        },
        {
          '@type': 'Product',
          name: 'Bộ trà',
          offers: { '@type': 'AggregateOffer', lowPrice: 700000, highPrice: 990000, priceCurrency: 'VND' },
        },
        { '@type': 'Product', name: 'Chén quân', offers: { price: 65000, priceCurrency: 'VND' } },
        {
          '@type': 'FAQPage',
          mainEntity: [
            { '@type': 'Question', name: 'Có hoá đơn không?', acceptedAnswer: { text: '<p>Có, qua email.</p>' } },
          ],
        },
        {
          '@type': 'Store',
          name: 'Tiệm gốm',
          telephone: '028 3822 0000',
          openingHours: 'Mo-Sa 08:00-20:00',
          address: { streetAddress: '12 Lê Lợi', addressLocality: 'Quận 1' },
        },
      ],
    }
    const text = await textOf(
      `<html><body><script type="application/ld+json">${JSON.stringify(data)}</script><script type="application/ld+json">{hỏng</script><p>Chén quân giá 65.000đ.</p></body></html>`,
    )
    assert.equal(
      text,
      'Chén quân giá 65.000đ.\n\n## Ấm tử sa\n- Giá: 450.000đ\n- Tình trạng: Còn hàng\n\n## Bộ trà\n- Giá: từ 700.000đ đến 990.000đ\n\n### Có hoá đơn không?\n\nCó, qua email.\n\n## Tiệm gốm\n- Địa chỉ: 12 Lê Lợi, Quận 1\n- Điện thoại: 028 3822 0000\n- Giờ mở cửa: Thứ Hai-Thứ Bảy 08:00-20:00',
    )
  })

  test('letters are right in every encoding: told by the server, by the page, by nobody, or wrongly', async () => {
    const words = 'Phí giao hàng nội thành là 20.000đ, giảm giá cho đơn lớn ở Đà Nẵng.'
    const page = (meta: string): string => `<html><head>${meta}</head><body><p>${words}</p></body></html>`
    const old = in1258(page(''))
    assert.equal(await textOf(old, 'windows-1258'), words)
    assert.equal(
      await textOf(in1258(page('<meta http-equiv="Content-Type" content="text/html; charset=windows-1258">'))),
      words,
    )
    assert.equal(await textOf(old), words)
    assert.equal(await textOf(old, 'utf-8'), words)
    assert.equal(await textOf(page(''), 'no-such-encoding'), words)
    assert.equal(await textOf(page('<meta charset="utf-8">')), words)
    assert.equal(await textOf(page('').normalize('NFD')), words)
    assert.equal(
      await textOf(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(page(''), 'utf16le')]), 'utf-16'),
      words,
    )
  })

  test('its name, its proper address, and where it leads to', async () => {
    const html = `<html><head><title>Bảng giá | Tiệm gốm</title><base href="/shop/"><link rel="canonical" href="/gia"></head>
      <body><nav><a href="a">A</a><a href="/b#x">B</a><a href="#top">Lên</a><a href="mailto:a@b.vn">Thư</a><a href="javascript:x()">X</a></nav><p>Chữ.</p></body></html>`
    assert.deepEqual((await readPage(Buffer.from(html), { url })).page, {
      title: 'Bảng giá',
      canonical: 'https://shop.example/gia',
      links: ['https://shop.example/shop/a', 'https://shop.example/b#x'],
    })
  })

  test('a page of nothing but scripts has no words', async () => {
    const reading = textOf('<html><body><div id="root"></div><script>render()</script></body></html>')
    await assert.rejects(reading, error => error instanceof ExtractError && error.reason === 'page_empty')
    for (const words of ['Đang tải…', 'Đang tải dữ liệu, vui lòng chờ...', '<h1>Loading</h1><p>Please wait.</p>'])
      await assert.rejects(
        textOf(`<html><body><div id="root">${words}</div></body></html>`),
        { reason: 'page_empty' },
        words,
      )
    assert.equal(await textOf('<html><body><p>Đang tải đơn: 2 giờ.</p></body></html>'), 'Đang tải đơn: 2 giờ.')
  })

  test('a shell that scripts fill has no words either, whatever its menu and footer say', async () => {
    const menu = '<a href="/">Trang chủ</a> <a href="/gia">Bảng giá</a> <a href="/lien-he">Liên hệ với tiệm</a>'
    const foot =
      '<div class="site-footer"><p>© 2026 Tiệm gội Sả. Điện thoại 0905.123.456. Mọi quyền được bảo lưu.</p></div>'
    const script = '<script type="module" src="/assets/index.js"></script>'
    const shells = [
      `<div class="menu">${menu}</div><div id="root"></div>${foot}${script}`,
      `<p>${menu}</p><main></main>${foot}${script}`,
      `<header><b>Sả</b> ${menu}</header><app-root><div class="spinner">Đang tải…</div></app-root>${foot}${script}`,
      `<div id="__next"></div><div class="footer">${menu}</div><script src="/_next/static/a.js"></script>`,
    ]
    for (const shell of shells)
      await assert.rejects(textOf(`<html><body>${shell}</body></html>`), { reason: 'page_empty' }, shell)

    const read = async (body: string) => textOf(`<html><body>${body}</body></html>`)
    const list = '<div id="menu"><a href="#1">Gội sả: 90.000đ</a></div>'
    assert.match(await read(`${list}<div id="root"></div>${script}`), /90\.000đ/, 'prices are no frame')
    assert.match(
      await read(`<div id="fb-root"></div><p>${menu}</p>${script}`),
      /Bảng giá/,
      'a place for something else',
    )
    assert.match(await read(`<div id="root"></div>${foot}`), /Tiệm gội Sả/, 'without scripts nothing is to come')
    assert.match(await read(`<div id="app"></div><p>Tiệm mở cửa mỗi ngày, kể cả Tết.</p>${foot}${script}`), /kể cả Tết/)
  })

  test('hostile pages end: nested deep, never closed, full of signs', async () => {
    const words = 'Giá 20.000đ cho một suất.'
    assert.equal(await textOf('<div>'.repeat(20_000) + words), words)
    assert.equal(await textOf(`<html><body><p>${words}<table><tr><td>`), words)
    assert.match(await textOf(`<p>${words}</p>${'<a href="x">'.repeat(20_000)}`), /Giá 20\.000đ/)
  })

  test('a site map gives its addresses, a map of maps theirs, and unfolds nothing', async () => {
    const map = (xml: string) => readSitemap(Buffer.from(xml)).then(({ page }) => page?.links)
    assert.deepEqual(
      await map(
        '<urlset><url><loc> https://a.vn/1?x=1&amp;y=2 </loc></url><url><loc>https://a.vn/2</loc></url></urlset>',
      ),
      ['https://a.vn/1?x=1&y=2', 'https://a.vn/2'],
    )
    assert.deepEqual(
      await map(
        '<s:sitemapindex xmlns:s="x"><s:sitemap><s:loc>https://a.vn/m.xml</s:loc></s:sitemap></s:sitemapindex>',
      ),
      ['https://a.vn/m.xml'],
    )
    const bomb = `<!DOCTYPE x [${Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n} "${n ? `&e${n - 1};`.repeat(10) : 'lol'}">`).join('')}]><urlset><url><loc>&e8;</loc></url></urlset>`
    const links = await map(bomb).catch(() => [])
    assert.ok(JSON.stringify(links).length < 10_000)
  })
})
