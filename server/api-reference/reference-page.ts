import { z } from 'zod'
import { columnsOfFile, typesOfFile } from '#platform/http/answer-checks/content-types.ts'
import { escape } from '#platform/mail/email-template.ts'
import type { ByContentType } from '#shared/contracts/endpoint.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { type ApiReferenceTexts, apiReferenceTexts } from '#shared/texts/site/api-reference-texts.ts'
import type { Language } from '#shared/words.ts'
import { schemaOf } from './content.ts'
import { errorsOf, hasBody, hasHead, type Listed } from './operation.ts'
import { wholeShapeOf } from './shape.ts'

export const referenceStyle = `:root{color-scheme:light dark;--ink:#10211b;--soft:#3d5048;--page:#f1f5f2;--card:#fff;--line:#cfdbd4;--leaf:#0b5c45}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/26px 'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem 4rem}
h1,h2{font-family:Georgia,'Times New Roman',serif;font-weight:400}
h1{font-size:32px;line-height:40px;margin:0 0 12px}
h2{font-size:23px;line-height:30px;margin:2.5rem 0 12px;scroll-margin-top:1rem}
p{margin:0 0 12px;color:var(--soft);max-width:42rem}
a{color:var(--leaf)}
nav ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:4px 16px}
nav a{display:inline-block;padding:4px 0}
details{background:var(--card);border:1px solid var(--line);border-radius:10px;margin:0 0 8px}
summary{display:flex;flex-wrap:wrap;gap:2px 12px;padding:10px 14px;cursor:pointer;min-height:44px;align-items:baseline}
summary b{min-width:4rem;color:var(--leaf)}
summary code{overflow-wrap:anywhere}
summary span{color:var(--soft);font-size:14px;margin-left:auto}
summary .what{margin:0;width:100%;color:var(--ink);font-size:15px}
code,pre,b{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:14px}
dl{margin:0;padding:0 14px 14px}
dt{color:var(--soft);font-size:14px;margin-top:8px}
dd{margin:0}
pre{margin:0;padding:10px 12px;overflow-x:auto;background:var(--page);border-radius:8px;line-height:21px}
table{width:100%;border-collapse:collapse;font-size:15px}
td{padding:8px 12px 8px 0;border-top:1px solid var(--line);vertical-align:top}
td code{overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--leaf);outline-offset:2px}
@media(max-width:40rem){summary span{margin-left:0;width:100%}table,tbody,tr,td{display:block}td{border:0;padding:0}tr{display:block;border-top:1px solid var(--line);padding:8px 0}}
@media(prefers-color-scheme:dark){:root{--ink:#e8f1ec;--soft:#b6c6be;--page:#0a1310;--card:#111d18;--line:#2a3a33;--leaf:#6fd3b0}}`

export function referencePage(brand: string, language: Language, listed: Listed[]): string {
  const texts = apiReferenceTexts(language)
  const fill = (text: string) => escape(text.replaceAll('{brand}', brand).replace('{shopHeader}', 'x-workspace'))
  const parts = Map.groupBy(listed, ({ part }) => part)
  const other = language === 'en' ? 'vi' : 'en'
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${fill(texts.title)}</title>
<style>${referenceStyle}</style></head><body><main>
<h1>${fill(texts.title)}</h1>
<p>${fill(texts.intro)} <a href="/api/openapi.json">openapi.json</a>. <a href="?language=${other}" hreflang="${other}" lang="${other}">${escape(texts.otherLanguage)}</a></p>
<p>${fill(texts.calling)}</p>
<p>${fill(texts.refusals)}</p>
<nav aria-label="${escape(texts.parts)}"><ul>${[...parts.keys()].map(part => `<li><a href="#${part}">${part}</a></li>`).join('')}<li><a href="#errors">${escape(texts.catalogue)}</a></li></ul></nav>
${[...parts].map(([part, endpoints]) => `<section aria-labelledby="${part}"><h2 id="${part}">${part}</h2>\n${aboutOf(endpoints, texts)}${endpoints.map(one => entryOf(one, texts)).join('\n')}</section>`).join('\n')}
<section aria-labelledby="errors"><h2 id="errors">${escape(texts.catalogue)}</h2>${errorTable(language)}</section>
</main></body></html>
`
}

function aboutOf([first]: Listed[], texts: ApiReferenceTexts): string {
  if (!first?.protocol) return ''
  const shape = wholeShapeOf(schemaOf(first.protocol.refusal, 'output'))
  const how = first.protocol.name === 'rest' ? `<p>${escape(texts.rows)}</p>` : ''
  return `<p>${escape(texts.supabase)}</p>${how}<dl><dt>${escape(texts.refusal)}</dt><dd><pre tabindex="0">${escape(shape)}</pre></dd></dl>\n`
}

function entryOf(one: Listed, texts: ApiReferenceTexts): string {
  const { params, query, body, bodies = {}, result, forms = {}, stream, messages } = one.endpoint
  const extras = [one.fresh ? texts.fresh : '', one.costly ? texts.costly : ''].filter(Boolean)
  const who = texts[`who.${one.who}`]
  const shown: [string, string][] = [
    [texts.who, escape([who, ...extras].join('; '))],
    ...(params ? [[texts.params, shapeIn(params, 'input', texts)] as [string, string]] : []),
    ...(query ? [[texts.query, shapeIn(query, 'input', texts)] as [string, string]] : []),
    ...(body ? [[texts.body, shapeIn(body, 'input', texts)] as [string, string]] : []),
    ...inOtherTypes(texts.body, bodies, 'input', texts),
    ...(messages ? [[texts.taken, shapeIn(messages, 'input', texts)] as [string, string]] : []),
    [
      `${messages ? texts.sent : stream ? texts.stream : texts.result} (${one.status})`,
      hasBody(one) || messages ? shapeIn(result, 'output', texts) : escape(texts.empty),
    ],
    ...inOtherTypes(texts.result, forms, 'output', texts),
    ...(hasHead(one) ? [[texts.head, escape(texts.headText)] as [string, string]] : []),
    ...(one.protocol ? [] : [[texts.errors, errorList(one)] as [string, string]]),
  ]
  return `<details><summary><b>${one.method}</b><code>${escape(one.path)}</code><span>${escape(who)}</span><span class="what" lang="en">${escape(one.endpoint.summary)}</span></summary><dl>${shown
    .map(([term, text]) => `<dt>${escape(term)}</dt><dd>${text}</dd>`)
    .join('')}</dl></details>`
}

function errorList(one: Listed): string {
  const codes = errorsOf(one)
  return (codes.length > 0 ? codes : ['request.too_many']).map(code => `<code>${code}</code>`).join(' ')
}

function inOtherTypes(
  term: string,
  schemas: ByContentType,
  io: 'input' | 'output',
  texts: ApiReferenceTexts,
): [string, string][] {
  return Object.entries(schemas).map(([type, schema]) => [`${term}: ${type}`, shapeIn(schema, io, texts)])
}

function shapeIn(schema: z.ZodType, io: 'input' | 'output', texts: ApiReferenceTexts): string {
  if (!(schema instanceof z.ZodFile)) return `<pre tabindex="0">${escape(wholeShapeOf(schemaOf(schema, io)))}</pre>`
  const columns = columnsOfFile(schema)
  const details = [typesOfFile(schema).join(', '), columns ? `${texts.columns}: ${columns.join(', ')}` : '']
  return escape([texts.file, ...details.filter(Boolean)].join('; '))
}

function errorTable(language: Language): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, entry]) =>
      `<tr><td><code>${code}</code></td><td>${entry.status}</td><td>${escape(entry[language])}</td></tr>`,
  )
  return `<table><tbody>${rows.join('\n')}</tbody></table>`
}
