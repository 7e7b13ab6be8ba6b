// `node dev/brand-pictures.ts`: phone icons and link previews. Run again when the mark or the home page's headline changes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { siteTexts } from '#shared/texts/site/site-texts.ts'
import { languages } from '#shared/words.ts'
import { launchBrowser } from '#tests/setup/browser.ts'

const brand = join(import.meta.dirname, '../web/brand')
const fonts = join(import.meta.dirname, '../node_modules/@fontsource')
const icon = readFileSync(join(brand, 'sen-app-icon.svg'), 'utf8')
const mark = readFileSync(join(brand, 'sen-mark.svg'), 'utf8')

const browser = await launchBrowser()
for (const size of [32, 180, 192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${icon}`)
  await page.screenshot({ path: join(brand, `sen-icon-${size}.png`) })
  await page.close()
}
for (const language of languages) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  await page.setContent(previewOf(siteTexts(language).heroTitle, siteTexts(language).footLine.replace(/\..*$/s, '')))
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: join(brand, `preview-${language}.png`) })
  await page.close()
}
await browser.close()

/** Without the product's name: an operator may have changed it. */
function previewOf(title: string, line: string): string {
  const face = (file: string, range: string) => {
    const font = readFileSync(join(fonts, 'literata/files', file)).toString('base64')
    return `@font-face{font-family:Voice;src:url(data:font/woff2;base64,${font});unicode-range:${range}}`
  }
  return `<style>
    ${face('literata-latin-500-normal.woff2', 'U+0-FF,U+2000-206F')}
    ${face('literata-vietnamese-500-normal.woff2', 'U+102-103,U+110-111,U+128-129,U+168-169,U+1A0-1A1,U+1AF-1B0,U+300-309,U+323,U+1EA0-1EF9')}
    body{margin:0;width:1200px;height:630px;overflow:hidden;position:relative;background:#0A3A2D;color:#fff;font-family:Voice}
    h1{position:absolute;left:84px;top:142px;margin:0;font-size:80px;line-height:98px;font-weight:500;letter-spacing:-.02em;white-space:pre-line}
    .mark{position:absolute;left:80px;top:56px}.mark svg{width:72px;height:72px}
    .big{position:absolute;right:-60px;bottom:-90px;opacity:.95}.big svg{width:520px;height:520px}
    p{position:absolute;left:86px;bottom:58px;margin:0;max-width:660px;color:#bfe0cf;font-size:28px;line-height:38px}
  </style><div class="mark">${onLeaf(mark)}</div><div class="big">${onLeaf(mark)}</div><h1>${title}</h1><p>${line}</p>`
}

function onLeaf(svg: string): string {
  return svg
    .replaceAll('#F3B6CA', '#C9628A')
    .replaceAll('#C23A6A', '#F08FB0')
    .replaceAll('#DE6A93', '#FFD9E4')
    .replaceAll('#0B6148', '#7FD3B5')
}
