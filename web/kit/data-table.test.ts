import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { violations } from '#tests/journeys/steps/accessibility.ts'
import { openPage } from '#tests/journeys/steps/open-page.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openTestPage } from '#tests/setup/test-page.ts'

const widths = { phone: 360, desk: 1440 }

describe('DataTable', () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser.close())

  async function openTables(t: TestContext, width: number): Promise<Page> {
    const page = await openPage(t, browser, { viewport: { width, height: 900 } })
    await openTestPage(page, 'web/kit/data-table.test-page.tsx')
    await page.getByRole('heading').waitFor()
    return page
  }

  for (const [name, width] of Object.entries(widths)) {
    test(`a screen reader finds the same tables on a ${name}`, async t => {
      const page = await openTables(t, width)
      assert.deepEqual(await tablesRead(page), {
        People: [
          ['columnheader Name', 'columnheader Role', 'columnheader Actions'],
          ['cell An', 'cell Agent', 'cell Remove An'],
          ['cell Bình', 'cell Agent', 'cell Remove Bình'],
        ],
        Prices: [
          ['columnheader Plan', 'columnheader Price'],
          ['cell Month', 'cell 299.000đ'],
        ],
        Payments: [['columnheader Day', 'columnheader Amount']],
      })
      assert.deepEqual(await violations(page), [])
    })
  }

  test('on a phone a row is a card, without the heads of columns', async t => {
    const page = await openTables(t, widths.phone)
    const displays = await page.evaluate(() =>
      [...document.querySelectorAll('table')].map(table => {
        const headers = table.querySelector('thead')!.getBoundingClientRect()
        return [getComputedStyle(table).display, headers.height > 1]
      }),
    )
    assert.deepEqual(displays, [
      ['block', false],
      ['block', false],
      ['block', false],
    ])
  })

  // Chromium keeps the roles of a table that is shown as blocks; Safari does not, for which they are named.
  test('each part of a table names its role', async t => {
    const page = await openTables(t, widths.phone)
    const named = await page.evaluate(() =>
      [...document.querySelectorAll('table, thead, tbody, tr, th, td')].map(
        part => `${part.localName} ${part.getAttribute('role')}`,
      ),
    )
    assert.deepEqual(
      new Set(named),
      new Set(['table table', 'thead rowgroup', 'tr row', 'th columnheader', 'tbody rowgroup', 'td cell']),
    )
  })

  test('what a column is called for nobody to see takes no room', async t => {
    const page = await openTables(t, widths.desk)
    const shown = page.getByRole('columnheader', { name: 'Actions' }).locator('span')
    assert.deepEqual(await shown.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]), [1, 1])
    assert.equal(await page.getByRole('columnheader', { name: 'Price' }).getAttribute('class'), 'number-column')
    const scopes = await page.locator('th').evaluateAll(cells => cells.map(cell => cell.getAttribute('scope')))
    assert.deepEqual(new Set(scopes), new Set(['col']))
  })

  test('the buttons of rows are reached by Tab in the order of the rows', async t => {
    const page = await openTables(t, widths.desk)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Bình', { exact: true }).waitFor()
    const current = page.locator('tr[aria-current]')
    assert.equal(await current.count(), 1, 'a row takes what any row may have')
    assert.match((await current.textContent()) ?? '', /Bình/)
  })
})

type Node = {
  nodeId: string
  ignored: boolean
  role?: { value: string }
  name?: { value: string }
  childIds?: string[]
}

/** The rows of each table by its name, as Chromium hands them to screen readers: what the style sheet makes of a table counts. */
async function tablesRead(page: Page): Promise<Record<string, string[][]>> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Node[] }
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const roleOf = (node: Node) => node.role?.value ?? ''
  const nameOf = (node: Node) => node.name?.value ?? ''
  const below = (node: Node, wanted: RegExp): Node[] =>
    (node.childIds ?? [])
      .flatMap(id => byId.get(id) ?? [])
      .flatMap(child => (!child.ignored && wanted.test(roleOf(child)) ? [child] : below(child, wanted)))
  const tables = below(nodes[0]!, /^table$/)
  return Object.fromEntries(
    tables.map(table => [
      nameOf(table),
      below(table, /^row$/).map(row =>
        below(row, /^(?:cell|columnheader|gridcell)$/).map(cell => {
          const words =
            nameOf(cell) ||
            below(cell, /^(?:StaticText|button)$/)
              .map(nameOf)
              .join(' ')
          return `${roleOf(cell)} ${words}`
        }),
      ),
    ]),
  )
}
