import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { type List, lists } from './price-lists.ts'

/** False: should be declined. By hand: declined, or at least not read as another price. */
type Readable = boolean | 'by hand'
type PricePicture = { kind: string; list: List; bytes: Buffer; readable: Readable }

type Appearance = {
  kind: string
  css: string
  columns?: boolean
  quality?: number
  scale?: number
  turn?: number
  readable?: Readable
}

const noise = (strength: number): string =>
  `body::after{content:"";position:fixed;inset:0;opacity:${strength};background:url("data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><filter id="n"><feTurbulence type="fractalNoise" baseFrequency=".9" numOctaves="2"/><feColorMatrix type="saturate" values="0"/></filter><rect width="400" height="400" filter="url(#n)"/></svg>',
  )}")}`
const shadow = 'body::before{content:"";position:fixed;inset:0;background:linear-gradient(115deg,#0000 20%,#0008 75%)}'

/** Bends each stroke differently: a face repeats its letters exactly, a hand never does. */
const uneven = `<svg width="0" height="0" style="position:absolute"><filter id="uneven" x="0" y="0" width="100%" height="100%"><feTurbulence baseFrequency=".035" numOctaves="2" seed="4"/><feDisplacementMap in="SourceGraphic" scale="7" xChannelSelector="R" yChannelSelector="G"/></filter></svg>`

const looks: Appearance[] = [
  { kind: 'clean', css: '' },
  { kind: 'small', css: 'main{font-size:15px;width:520px}', scale: 1, quality: 85 },
  {
    kind: 'coloured',
    css: 'body{background:linear-gradient(#fde7d3,#f9c6cf)}main{color:#6b2447}h1{color:#fff;background:#a83262;padding:12px}h2{color:#1b6b62}.p{color:#b3261e;font-weight:700}tr:nth-child(even){background:#fff8}',
    quality: 80,
  },
  { kind: 'turned 3°', css: 'body{background:#d8d2c8}main{background:#fff}', turn: 3, quality: 80 },
  {
    kind: 'turned 5°',
    css: 'body{background:#cfc8ba}main{background:#fffdf7;font-family:Literata}',
    turn: -5,
    quality: 80,
  },
  { kind: 'noisy', css: `main{background:#f4efe4}${noise(0.35)}`, quality: 35 },
  { kind: 'two columns', css: 'main{width:1020px}', columns: true, quality: 85 },
  {
    kind: 'dark menu',
    css: 'body{background:radial-gradient(#33302b,#141312)}main{color:#f1e3c4;font-family:Literata;width:1020px}h1,h2{color:#e0a84d}.p{color:#fff}',
    columns: true,
    quality: 80,
  },
  {
    kind: 'from the side',
    css: `body{background:#8d7b66;perspective:1500px}main{background:#fff;transform:rotateX(14deg) rotateY(-13deg) rotateZ(2deg)}${shadow}${noise(0.12)}`,
    quality: 70,
  },
  {
    kind: 'blurred hand',
    css: 'main{filter:blur(3.2px);font:italic 26px Literata}.n,.p{display:inline-block;transform:rotate(-4deg) skewX(-18deg)}',
    quality: 40,
    readable: false,
  },
  {
    kind: 'handwritten, apart',
    css: `main{background:#fffdf4;color:#22306b;font-family:"Patrick Hand"}td:nth-child(odd){transform:rotate(-.7deg)}${noise(0.15)}`,
    quality: 70,
    readable: 'by hand',
  },
  {
    kind: 'handwritten, joined',
    css: `main{background:#fffdf4;color:#22306b;font-family:"Dancing Script"}td:nth-child(odd){transform:rotate(-.7deg)}${noise(0.15)}`,
    quality: 70,
    readable: 'by hand',
  },
  {
    kind: 'handwritten, uneven',
    css: `main{background:#fffdf4;color:#22306b;font-family:"Patrick Hand";filter:url(#uneven)}${noise(0.15)}`,
    quality: 70,
    readable: 'by hand',
  },
]

export async function renderPrices(): Promise<PricePicture[]> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  try {
    const pictures: PricePicture[] = []
    for (const look of looks) {
      const page = await browser.newPage({
        viewport: { width: 1140, height: 1400 },
        deviceScaleFactor: look.scale ?? 1.6,
      })
      for (const list of lists) {
        await page.setContent(pageOf(list, look))
        await page.evaluate('document.fonts.ready.then(() => 0)')
        const bytes = await page.screenshot({ type: 'jpeg', quality: look.quality ?? 90 })
        pictures.push({ kind: look.kind, list, bytes, readable: look.readable ?? true })
      }
      await page.close()
    }
    return pictures
  } finally {
    await browser.close()
  }
}

function pageOf(list: List, look: Appearance): string {
  const groups = list.groups
    .map(({ title, items }) => {
      const head = list.names
        ? `<tr>${list.names.map((name, i) => `<th class="${i ? 'p' : 'n'}">${name}</th>`).join('')}</tr>`
        : ''
      const rows = items.map(
        item => `<tr>${item.map((cell, i) => `<td><span class="${i ? 'p' : 'n'}">${cell}</span></td>`).join('')}</tr>`,
      )
      return `<section>${title && `<h2>${title}</h2>`}<table>${head}${rows.join('')}</table></section>`
    })
    .join('')
  const turned = look.turn ? `main{transform:rotate(${look.turn}deg)}` : ''
  return `<!doctype html><style>${faces()}
    *{box-sizing:border-box}body{margin:0;height:1400px;display:grid;place-items:center;background:#fff;overflow:hidden}
    main{width:860px;padding:44px 56px;font:24px/1.5 "Be Vietnam Pro";color:#161616}
    h1{font-size:1.7em;text-align:center;margin:0 0 .5em}h2{font-size:1.2em;margin:.6em 0 .3em}
    table{width:100%;border-collapse:collapse}th{text-align:left}td,th{padding:.22em 0}td:nth-child(n+2),th:nth-child(n+2){text-align:right}
    .columns{display:grid;grid-template-columns:1fr 1fr;gap:0 70px;font-size:.86em}
    ${turned}${look.css}</style>
    ${uneven}<main><h1>${list.title}</h1><div class="${look.columns ? 'columns' : ''}">${groups}</div></main>`
}

const fonts = join(import.meta.dirname, '../../node_modules')

function faces(): string {
  const face = (family: string, file: string, range = ''): string =>
    `@font-face{font-family:"${family}";src:url(data:font/${file.split('.').at(-1)};base64,${readFileSync(resolve(fonts, file)).toString('base64')});${range}}`
  const vietnamese =
    'unicode-range:U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB'
  return [
    face('Be Vietnam Pro', '@expo-google-fonts/be-vietnam-pro/400Regular/BeVietnamPro_400Regular.ttf'),
    face('Literata', '@fontsource/literata/files/literata-latin-400-normal.woff2'),
    face('Literata', '@fontsource/literata/files/literata-vietnamese-400-normal.woff2', vietnamese),
    ...['Patrick Hand', 'Dancing Script'].flatMap(family => {
      const file = join(import.meta.dirname, 'fonts', family.toLowerCase().replace(' ', '-'))
      return [
        face(family, `${file}-latin-400-normal.woff2`),
        face(family, `${file}-vietnamese-400-normal.woff2`, vietnamese),
      ]
    }),
  ].join('')
}
