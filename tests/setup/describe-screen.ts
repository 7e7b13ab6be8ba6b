import type { Page } from 'playwright-core'

const shown = `[
  'focus: ' + document.activeElement?.outerHTML.slice(0, 200),
  'fields: ' + [...document.querySelectorAll('input, textarea, select')].map(field => field.name + '=' + field.value.slice(0, 40)).join(', '),
  document.body.innerText.replaceAll(/\\n+/g, ' | ').slice(0, 800),
].join('\\n')`

/** Address, focus, values of fields and text of a page, for a failed test's output. */
export async function describeScreen(page: Page): Promise<string> {
  const late = new Promise<string>(resolve => setTimeout(resolve, 5000, 'The page does not answer.').unref())
  const answer = page.evaluate<string>(shown).catch(String)
  return `${page.url()}\n${await Promise.race([answer, late])}\n`
}
