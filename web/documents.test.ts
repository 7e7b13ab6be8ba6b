import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { addressIn, documentAddresses } from '#shared/addresses.ts'
import { fillTokens, type PricedPlan, siteValues } from '#shared/rules/website/site-values.ts'
import { listedPlans, type PlanCode } from '#shared/words.ts'
import { siteEn } from '#shared/texts/site/site.en.ts'
import { siteVi } from '#shared/texts/site/site.vi.ts'
import type { WrittenDocument } from './site/document-page.ts'

const folder = join(import.meta.dirname, '../built/web/documents')
const list = JSON.parse(readFileSync(join(folder, 'documents.json'), 'utf8')) as Omit<WrittenDocument, 'html'>[]
const pages = list.map(listed => {
  // The test's parser is case-sensitive, browsers are not.
  const html = readFileSync(join(folder, listed.file), 'utf8').replaceAll('hrefLang=', 'hreflang=')
  return { ...listed, html, document: parseHTML(html).document }
})

const plan = (code: PlanCode): PricedPlan => ({
  code,
  messages: 1,
  campaigns: 50,
  connections: 1,
  documents: 1,
  members: 1,
  crawl_pages: 1,
  trial_days: code === 'trial' ? 7 : null,
  prices: (['month', 'year'] as const).flatMap(interval =>
    (['VND', 'USD'] as const).map(currency => ({ interval, currency, amount: 100 })),
  ),
})
const contact = { supportEmail: '', supportPhone: '', postalAddress: '', zaloUrl: '', messengerUrl: '' }
const settings = { brand: 'Sen', address: 'https://sen.example', ...contact, pays: ['stripe', 'bank'] as const }
/** Also filled in by the server: the chat, and messages from the query. */
const more = ['chat', 'status', 'error_line', 'error_again', 'problem']

test('every public address is there in both languages', () => {
  for (const address of documentAddresses) {
    for (const language of ['vi', 'en'] as const) {
      const there = pages.some(page => page.path === addressIn(language, address) && page.language === language)
      assert.ok(there, `${language} ${address}`)
    }
  }
})

test('each page says what it is: language, title, description, one heading, its own address', () => {
  const titles = new Map<string, string>()
  for (const { file, path, language, variant, listed, document } of pages) {
    assert.equal(document.documentElement.lang, language, file)
    const title = document.title.replaceAll('{{brand}}', 'Sen')
    assert.ok(title.length > 5 && title.length <= 70, `${file}: ${title.length} letters of title`)
    const description = document.querySelector('meta[name=description]')?.getAttribute('content') ?? ''
    const shown = description.replace(/\{\{price[^}]*\}\}/g, '299.000đ').replace(/\{\{[^}]*\}\}/g, 'Sen')
    assert.ok(shown.length > 20 && shown.length <= 160, `${file}: ${shown.length} letters of description`)
    assert.equal(document.querySelectorAll('h1').length, 1, file)
    assert.equal(document.querySelectorAll('main').length, 1, file)
    if (!listed) {
      assert.equal(document.querySelector('meta[name=robots]')?.getAttribute('content'), 'noindex', file)
      continue
    }
    const link = (query: string) => document.querySelector(`link${query}`)?.getAttribute('href')
    assert.equal(link('[rel=canonical]'), `{{address}}${path}`, file)
    const bare = path.replace(/^\/en(?=\/|$)/, '') || '/'
    for (const other of ['vi', 'en'] as const)
      assert.equal(link(`[hreflang=${other}]`), `{{address}}${addressIn(other, bare)}`, file)
    const same = titles.get(title)
    if (variant === '') assert.equal(same, undefined, `${file} and ${same} have one title`)
    titles.set(title, file)
  }
})

function pageOf(language: 'vi' | 'en', name: string) {
  const found = pages.find(page => page.file === `${language}/${name}.html`)
  assert.ok(found, `${language} ${name}`)
  return found.document
}

for (const language of ['vi', 'en'] as const) {
  test(`the legal texts have their numbered sections, all reached from the list beside them: ${language}`, () => {
    for (const [name, count] of [
      ['terms', 6],
      ['privacy', 5],
      ['refund', 5],
    ] as const) {
      const document = pageOf(language, name)
      const sections = [...document.querySelectorAll('.prose h2')]
      const numbers = sections.map(section => Number.parseInt(section.textContent ?? '', 10))
      assert.deepEqual(
        numbers,
        Array.from({ length: count }, (_, at) => at + 1),
        name,
      )
      const listed = [...document.querySelectorAll('.contents-beside a')].map(link => link.getAttribute('href'))
      assert.deepEqual(
        listed,
        sections.map(section => `#${section.id}`),
        name,
      )
    }
  })

  test(`the payment guide promises four things, warns of the transfer’s words, and leads to the ways to pay: ${language}`, () => {
    const document = pageOf(language, 'guide-to-payment')
    const t = language === 'vi' ? siteVi : siteEn
    const promised = [...document.querySelectorAll('.promises h2')].map(head => head.textContent)
    assert.deepEqual(promised, [t.paySecure, t.payInstant, t.paySupport, t.payGuarantee])
    const conditions = document.querySelector('.promises a')?.getAttribute('href')
    assert.equal(conditions, addressIn(language, '/refund'), 'the guarantee leads to its conditions')
    assert.equal(document.querySelector('.note p')?.textContent, t.payNote)
    const ways = [...document.querySelectorAll('.pay-buttons a')].map(way => [
      way.textContent,
      way.getAttribute('href'),
    ])
    assert.deepEqual(ways, [
      [t.payStripe, '/payment/stripe?plan=pro'],
      [t.payPayoneer, '/payment/payoneer?plan=pro'],
      [t.payTransfer, '/payment?plan=pro'],
      [t.contact, addressIn(language, '/contact')],
    ])
  })

  test(`the first page shows what it is, and says of its example voices that they are examples: ${language}`, () => {
    const document = pageOf(language, 'home')
    const t = language === 'vi' ? siteVi : siteEn
    const shown = document.querySelector('main')?.textContent ?? ''
    for (const part of [t.heroLead, t.sixTitle, t.stepsTitle, t.priceTitle, t.faqTitle, t.quotesLead]) {
      assert.ok(shown.includes(part), part)
    }
    const marks = [...document.querySelectorAll('figure figcaption span')].map(mark => mark.textContent)
    assert.deepEqual(marks, [t.illustration, t.illustration, t.illustration])
    assert.ok(document.querySelector('footer a[href]'))
  })
}

test('the chat waits on every page, and on the page that is a chat there is one alone', () => {
  for (const { file, document } of pages) {
    const place = document.querySelectorAll('#chat').length
    assert.equal(place, file.endsWith('/chat-with-us.html') ? 1 : 0, file)
    assert.ok(document.querySelector('head script[src*="/assets/islands-"]'), file)
  }
})

test('every token of a page has a value', () => {
  const values = siteValues(settings, listedPlans.map(plan), 'vi')
  for (const { file, html } of pages) {
    for (const [, name = ''] of html.matchAll(/\{\{[#/]?([\w.]+)\}\}/g))
      assert.ok(name in values || more.includes(name), `${file}: {{${name}}}`)
    const rest = html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/\{\{[#/]?[\w.]+\}\}/g, '')
    assert.equal(/\{\w+\}|undefined|\[object/.exec(rest), null, file)
  }
})

test('the payment guide offers what is set up, and nothing else; the contact page shows number and address where they are', () => {
  const filled = (path: string, pays: readonly ('bank' | 'stripe' | 'payoneer')[], more = {}) => {
    const page = pages.find(one => one.path === path)
    const values = siteValues({ ...settings, ...more, pays }, listedPlans.map(plan), 'vi')
    return parseHTML(fillTokens(page?.html ?? '', { ...values, chat: '', problem: '' })).document
  }
  const offered = (...pays: ('bank' | 'stripe' | 'payoneer')[]) => {
    const document = filled('/guide-to-payment', pays)
    const ways = [...document.querySelectorAll('.pay-buttons a')].map(one => one.textContent)
    return [
      ways,
      document.querySelectorAll('.pay-buttons .btn-filled').length,
      document.querySelectorAll('.note').length,
    ]
  }
  assert.deepEqual(offered('bank', 'payoneer'), [[siteVi.payPayoneer, siteVi.payTransfer], 1, 1])
  assert.deepEqual(offered('stripe'), [[siteVi.payStripe], 1, 0])
  assert.deepEqual(offered(), [[siteVi.contact], 0, 0])
  const guide = (...pays: ('bank' | 'stripe')[]) => filled('/guide', pays).querySelector('main')?.textContent ?? ''
  assert.match(guide('bank'), /Có một cách trả tiền: chuyển khoản[\s\S]*Chuyển khoản bằng VietQR/)
  assert.doesNotMatch(guide('stripe'), /VietQR/)
  assert.match(guide('bank'), /Chuyển khoản không tự trừ tiền/)
  assert.doesNotMatch(guide('bank'), /Payoneer/)
  assert.doesNotMatch(guide('stripe'), /Chuyển khoản không tự trừ tiền/)
  const other = filled('/contact', [], { supportPhone: '024 7300 8866', postalAddress: '12 Hàng Bông, Hà Nội' })
  assert.equal(other.querySelector('a[href="tel:02473008866"]')?.textContent, siteVi.byPhone)
  assert.match(other.querySelector('.other-ways')?.textContent ?? '', /12 Hàng Bông, Hà Nội/)
  assert.doesNotMatch(filled('/contact', []).querySelector('.other-ways')?.textContent ?? '', /Địa chỉ|Gọi điện/)
})

test('no text is missing in either language, and none is left in the other one', () => {
  assert.deepEqual(Object.keys(siteEn).toSorted(), Object.keys(siteVi).toSorted())
  for (const [key, text] of [...Object.entries(siteVi), ...Object.entries(siteEn)]) assert.ok(text.trim(), key)
  const marks = /[ăắằẳẵặơớờởỡợưứừửữựạảấầẩẫậẹẻẽếềểễệịỉĩọỏốồổỗộụủũỳỷỹỵđ]/i
  const names = /Mộc An|Hạnh|Đà Nẵng|Hà Nội|Bình Dương|\d+đ/g
  for (const [key, text] of Object.entries(siteEn)) assert.equal(marks.exec(text.replace(names, '')), null, key)
})

test('links within the site lead to pages that are there, in the same language', () => {
  const known = new Set(pages.map(page => page.path))
  for (const { file, language, document } of pages) {
    for (const link of document.querySelectorAll('a[data-next]')) {
      const path = (link.getAttribute('href') ?? '').replace(/#.*$/, '')
      assert.ok(known.has(path), `${file}: ${path}`)
      assert.equal(/^\/en(?:\/|$)/.test(path), language === 'en', `${file}: ${path}`)
    }
  }
})

test('the next page is fetched and made ready by the links that lead to documents, and by no other', () => {
  for (const { file, document } of pages) {
    const script = document.querySelector('script[type=speculationrules]')?.textContent ?? ''
    const rules = JSON.parse(script) as Record<string, { where: object; eagerness: string }[]>
    assert.deepEqual(Object.keys(rules), ['prefetch', 'prerender'], file)
    for (const [rule] of Object.values(rules))
      assert.deepEqual([rule?.where, rule?.eagerness], [{ selector_matches: 'a[data-next]' }, 'moderate'], file)
  }
})

test('nothing stands in a page that its policy would refuse, and pictures keep their place', () => {
  for (const { file, document, html } of pages) {
    assert.equal(document.querySelector('[style], [onclick], body style, body script'), null, file)
    assert.equal(
      /https?:\/\/(?!schema\.org|www\.w3\.org)/.exec(html.replace(/<style>[\s\S]*?<\/style>/, '')),
      null,
      file,
    )
    for (const picture of document.querySelectorAll('img')) {
      for (const name of ['width', 'height', 'alt']) assert.ok(picture.getAttribute(name), `${file}: ${name}`)
    }
  }
})

test('facts for search engines are readable, and the guide shows its pictures', () => {
  for (const { file, document } of pages) {
    for (const facts of document.querySelectorAll('script[type="application/ld+json"]'))
      assert.ok((JSON.parse(facts.textContent ?? '') as Record<string, string>)['@type'], file)
  }
  const guides = pages.filter(page => page.file.endsWith('/guide.html'))
  for (const { file, document, language } of guides)
    for (const theme of ['light', 'dark']) {
      const pictures = [...document.querySelectorAll(`.prose img.in-${theme}`)].map(
        one => one.getAttribute('src') ?? '',
      )
      assert.equal(pictures.length, 4, file)
      const named = new RegExp(`^/assets/${language}-\\w+${theme === 'dark' ? '-dark' : ''}-[\\w-]{8}\\.webp$`)
      for (const picture of pictures) assert.match(picture, named)
    }
  const kinds = new Set(pages.flatMap(({ html }) => [...html.matchAll(/"@type":"(\w+)"/g)].map(found => found[1])))
  for (const kind of ['Organization', 'Product', 'Offer', 'FAQPage']) assert.ok(kinds.has(kind), kind)
})

for (const language of ['vi', 'en'] as const) {
  test(`what the guide tells to press stands on a screen: ${language}`, () => {
    const texts = join(import.meta.dirname, '../shared/texts')
    const allTexts = readdirSync(texts, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith(`.${language}.ts`))
      .map(name => readFileSync(join(texts, name), 'utf8'))
      .join('')
    const guide = readFileSync(join(import.meta.dirname, `../content/${language}/guide.md`), 'utf8')
    const named = [...guide.matchAll(language === 'vi' ? /[Bb]ấm “([^”]+)”/g : /[Pp]ress “([^”]+)”/g)]
    assert.ok(named.length > 10)
    for (const [, name = ''] of named)
      assert.ok(allTexts.includes(name.replace('{{trial_days}}', '{days}')) || allTexts.includes(name), name)
  })
}
