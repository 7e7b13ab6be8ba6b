import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { days, minutes } from '#platform/clock.ts'
import { readBucketBytes } from '#platform/files/bucket-files.ts'
import { type BankDriver, openBankDriver } from '#tests/drivers/bank-driver.ts'
import { type Picture, type PaperWord, rasterise, scan, textOf, wordsOf } from '#tests/drivers/paper-tools.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { taxAt } from '../prices/prices.ts'
import { drawInvoice } from './draw-invoice.ts'
import type { Invoice } from './issue-invoice.ts'

const paper: Invoice = {
  id: '1',
  workspace_id: '1',
  number: 'INV-2026-000123',
  kind: 'invoice',
  order_id: '1',
  refund_id: null,
  corrects: null,
  seller: { name: 'Công ty TNHH Sen', tax_id: '0100112437', address: '12 Lê Lợi, Quận 1', email: 'hotro@sen.example' },
  buyer: {
    name: 'Hộ kinh doanh Nguyễn Thị Hường',
    tax_id: '0301464823',
    address: 'Phố Tạ Quang Bửu, Hà Nội',
    email: 'a@b.example',
  },
  lines: [
    {
      plan: 'pro',
      interval: 'month',
      from: '2026-11-20',
      to: '2026-12-15',
      quantity: 1,
      unit_price: 647_222,
      amount: 647_222,
    },
  ],
  currency: 'VND',
  method: 'bank',
  net: 647_222,
  tax_bp: 800,
  tax: 51_778,
  total: 699_000,
  language: 'vi',
  issued_at: new Date('2026-11-20T03:00:00Z'),
  file_id: null,
}
const around = {
  brand: 'Sen',
  link: 'https://chat.example.vn/dashboard/billing?invoice=INV-2026-000123',
  corrects: undefined,
}

describe('the picture of an invoice', () => {
  test('says what it must, in words, figures and a code', async () => {
    const pdf = await drawInvoice(paper, around)
    const text = textOf(pdf).normalize('NFC').replaceAll(/\s+/g, ' ')
    for (const part of [
      'Phiếu thu',
      'Số: INV-2026-000123',
      'Ngày: 20/11/2026',
      'Công ty TNHH Sen',
      'Mã số thuế: 0301464823',
      'Hộ kinh doanh Nguyễn Thị Hường',
      'Gói Pro (tháng), từ 20/11/2026 đến 15/12/2026',
      'ĐVT SL Đơn giá Thành tiền',
      'Thuế GTGT 8% 51.778đ',
      'Tổng cộng 699.000đ',
      'Bằng chữ: Sáu trăm chín mươi chín nghìn đồng.',
      'không phải hoá đơn điện tử',
    ])
      assert.ok(text.includes(part), `${part}: ${text}`)
    assert.deepEqual(scan(pdf), [around.link])
    const english = textOf(
      await drawInvoice(
        { ...paper, language: 'en', currency: 'USD', kind: 'credit_note' },
        { ...around, corrects: 'INV-1' },
      ),
    )
    for (const part of [
      'Credit note',
      'This is a credit note, not a',
      'Corrects: INV-1',
      'Total refunded',
      '$6,990.00',
    ])
      assert.ok(english.includes(part), part)
  })

  for (const [language, currency, form] of [
    ['vi', 'USD', /^\d{1,3}(\.\d{3})*,\d{2} USD$/],
    ['en', 'USD', /^\$\d{1,3}(,\d{3})*\.\d{2}$/],
    ['vi', 'VND', /^\d{1,3}(\.\d{3})*đ$/],
    ['en', 'VND', /^\d{1,3}(,\d{3})*đ$/],
  ] as const)
    test(`writes every amount in one way: ${currency} in ${language}`, async () => {
      const sums = { unit_price: 2685, amount: 2685 }
      const lines = [{ ...paper.lines[0], ...sums }] as Invoice['lines']
      const pdf = await drawInvoice({ ...paper, language, currency, lines, net: 2685, tax: 215, total: 2900 }, around)
      const text = textOf(pdf).normalize('NFC').replaceAll(/\s+/g, ' ')
      const amounts = text.match(/\$[\d.,]+\d|\d[\d.,]*(?: USD| VND|đ|₫)/g) ?? []
      assert.ok(amounts.length >= 5, text)
      for (const amount of amounts) assert.match(amount, form)
    })

  test('has a shape of its own for every Vietnamese letter, with more ink than without its marks', async () => {
    const plain = 'a e i o u y d A E I O U Y D'.split(' ')
    const bases = ['a', 'ă', 'â', 'e', 'ê', 'i', 'o', 'ô', 'ơ', 'u', 'ư', 'y']
    const tones = ['\u0300', '\u0301', '\u0303', '\u0309', '\u0323']
    const small = [...bases.slice(1), 'đ', ...bases.flatMap(base => tones.map(tone => (base + tone).normalize('NFC')))]
    const letters = [...new Set([...small, ...small.map(letter => letter.toUpperCase()), '₫'])].filter(
      letter => !plain.includes(letter),
    )
    const pdf = await drawInvoice(
      { ...paper, buyer: { ...paper.buyer, address: [...plain, ...letters].join('  ') } },
      around,
    )
    const picture = rasterise(pdf, 200)
    const words = wordsOf(pdf)
    const inkOf = (letter: string) =>
      ink(
        picture,
        words.filter(word => word.text.normalize('NFC') === letter).at(-1) ?? assert.fail(`${letter} is not there`),
      )
    const base = (letter: string) => letter.replace('đ', 'd').replace('Đ', 'D').normalize('NFD').charAt(0)
    for (const letter of letters) {
      assert.ok(inkOf(letter) > 0, `${letter} is blank`)
      if (letter !== '₫')
        assert.ok(inkOf(letter) > inkOf(base(letter)), `${letter} has no more ink than ${base(letter)}`)
    }
    assert.ok(letters.length > 130)
    // Letters missing from the font would all be the same box.
    assert.ok(new Set(letters.map(inkOf)).size > letters.length * 0.8)
  })

  function ink({ width, pixels }: Picture, word: PaperWord): number {
    const scale = 200 / 72
    let dark = 0
    for (let y = Math.floor(word.top * scale); y < Math.ceil(word.bottom * scale); y++)
      for (let x = Math.floor(word.left * scale); x < Math.ceil(word.right * scale); x++)
        dark += 255 - (pixels[y * width + x] ?? 255)
    return dark
  }
})

describe('invoices', () => {
  let desk: BankDriver
  before(async () => {
    desk = await openBankDriver()
  })
  after(async () => {
    assert.deepEqual(await desk.faults(), [])
    await desk.close()
  })

  async function buy(owner: Owner): Promise<Invoice> {
    const order = await desk.order('pro', 'month', owner)
    await desk.transfer(order.memo_code, order.due)
    const [invoice] = await desk.read(sql<Invoice>`select * from invoices where order_id = ${order.id}`)
    return invoice ?? assert.fail('no invoice')
  }

  const details = {
    company: 'Công ty Hoa Sữa',
    tax_id: '0100109106',
    address: '1 Tràng Tiền, Hà Nội',
    invoice_email: 'ketoan@hoasua.example',
  }

  test('carry who buys, the VAT of their day, and open by a link of five minutes', async () => {
    const owner = await makeOwner(desk.platform)
    const saved = await desk.call<{ warnings: string[] }>('PUT /billing-details', details, owner)
    assert.deepEqual([saved.status, saved.body.warnings], [200, []])
    const invoice = await buy(owner)
    assert.deepEqual(invoice.buyer, {
      name: details.company,
      tax_id: details.tax_id,
      address: details.address,
      email: details.invoice_email,
    })
    assert.deepEqual(
      [invoice.seller.name, invoice.tax_bp, invoice.total, invoice.net + invoice.tax],
      ['Công ty TNHH Sen', 800, 582_500, 582_500],
    )
    const { body } = await desk.call<{ url: string }>(`GET /invoices/${invoice.id}/file`, undefined, owner)
    const path = body.url.slice(desk.platform.config.publicUrl.length)
    const file = await desk.app.inject({ url: path })
    assert.deepEqual(
      [file.statusCode, file.headers['content-type'], file.rawPayload.subarray(0, 5).toString()],
      [200, 'application/pdf', '%PDF-'],
    )
    assert.ok(textOf(file.rawPayload).includes('Công ty Hoa Sữa'))
    desk.platform.clock.advance(301_000)
    assert.equal((await desk.app.inject({ url: path })).statusCode, 400)
    const member = await makeMember(desk.platform, owner)
    assert.equal((await desk.call(`GET /invoices/${invoice.id}/file`, undefined, member)).status, 403)
    assert.equal((await desk.call(`GET /invoices/${invoice.id}/file`)).status, 404)
  })

  test('that are not drawn yet are said to be on their way; they are drawn when the disk takes them', async t => {
    const owner = await makeOwner(desk.platform)
    const full = t.mock.method(desk.platform.files, 'save', () => Promise.reject(new Error('no space left')))
    const { id } = await buy(owner)
    const open = () => desk.call<{ error?: { code: string } }>(`GET /invoices/${id}/file`, undefined, owner)
    assert.equal((await open()).body.error?.code, 'billing.invoice_not_ready')
    full.mock.restore()
    desk.platform.clock.advance(minutes(1))
    await desk.platform.jobs.drain()
    assert.equal((await open()).status, 200)
  })

  test('the VAT is that of the day in Viet Nam, to its last moment', async () => {
    const rate = (at: string) => desk.platform.db.asService(null, tx => taxAt(tx, new Date(at)))
    assert.equal(await rate('2026-12-31T16:59:59.999Z'), 800)
    assert.equal(await rate('2026-12-31T17:00:00Z'), 1000)
  })

  test('are drawn and mailed once, however often the job runs', async () => {
    const owner = await makeOwner(desk.platform)
    await desk.call('PUT /billing-details', { ...details, invoice_email: 'once@hoasua.example' }, owner)
    const invoice = await buy(owner)
    for (let n = 0; n < 3; n++)
      await desk.platform.db.asService(null, tx =>
        desk.platform.jobs.enqueue(tx, { kind: 'render invoice', payload: { invoice_id: invoice.id } }),
      )
    await desk.platform.jobs.drain()
    const [row] = await desk.read(sql<{
      version: string
      files: number
    }>`select max(version) as version, count(*)::int as files from storage.objects
      where bucket_id = 'invoices' and name like ${`${owner.workspaceId}/%`}`)
    assert.equal(row?.files, 1)
    assert.equal((await readBucketBytes(desk.platform, row?.version ?? '')).subarray(0, 5).toString(), '%PDF-')
    const mails = desk.mails().filter(mail => mail.to === 'once@hoasua.example')
    assert.equal(mails.length, 1)
    assert.ok(mails[0]?.text.includes(invoice.number))
  })

  test('are numbered without a gap, in each year anew, whoever settles at the same time and whatever fails', async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, () => makeOwner(desk.platform)))
    const orders = await Promise.all(owners.map(owner => desk.order('hobby', 'month', owner)))
    await Promise.all(
      orders.map(order =>
        desk.app.inject(
          desk.notice({ id: 40_000 + orders.indexOf(order), content: order.memo_code, amount: order.due }),
        ),
      ),
    )
    await Promise.all([desk.platform.jobs.drain(), desk.platform.jobs.drain(), desk.platform.jobs.drain()])
    await assert.rejects(
      desk.platform.db.asService(null, async tx => {
        await sql`update private.invoice_counters set last = last + 1`.execute(tx)
        throw new Error('undone')
      }),
    )
    const before2027 = await desk.read(sql<{ number: string }>`select number from invoices order by number`)
    assert.deepEqual(
      before2027.map(row => row.number),
      before2027.map((_, at) => `INV-2026-${String(at + 1).padStart(6, '0')}`),
    )
    desk.platform.clock.advance(days(45))
    const invoice = await buy(await makeOwner(desk.platform))
    assert.deepEqual([invoice.number, invoice.tax_bp], ['INV-2027-000001', 1000])
  })

  test('are never changed and never removed', async () => {
    for (const attempt of [
      sql`update invoices set total = total + 1, net = net + 1`,
      sql`update invoices set buyer = '{}'`,
      sql`delete from invoices`,
      sql`truncate invoices`,
    ])
      await assert.rejects(desk.read(attempt))
  })

  test('a doubtful tax number is taken with a warning; a wrong e-mail is refused', async () => {
    const doubtful = await desk.call<{ warnings: string[] }>('PUT /billing-details', {
      ...details,
      tax_id: '0100109107',
    })
    assert.deepEqual(doubtful.body.warnings, ['tax_id_doubtful'])
    assert.equal((await desk.call('PUT /billing-details', { ...details, invoice_email: 'nobody' })).status, 400)
  })
})
