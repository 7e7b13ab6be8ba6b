import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { Browser, Locator, Route } from 'playwright-core'
import { violations } from '#tests/journeys/steps/accessibility.ts'
import { openPage } from '#tests/journeys/steps/open-page.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openTestPage, testOrigin } from '#tests/setup/test-page.ts'

type Answer = (route: Route) => unknown
type Answers = { people: Answer; notes: Answer; card: Answer }

describe('QueryState', () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser.close())

  /** The lists, answered as the test says; `answers` may change under way, and `asked` counts. */
  async function openLists(t: TestContext, own: Partial<Answers> = {}, width = 1440) {
    const page = await openPage(t, browser, { viewport: { width, height: 900 } })
    const answers: Answers = { people: json(['An', 'Bình']), notes: json(['Call back']), card: json('Cẩm'), ...own }
    const asked: Record<string, number> = {}
    await page.route(`${testOrigin}/api/*`, async route => {
      const name = new URL(route.request().url()).pathname.slice('/api/'.length) as keyof Answers
      asked[name] = (asked[name] ?? 0) + 1
      await answers[name](route)
    })
    await openTestPage(page, 'web/kit/feedback/query-state.test-page.tsx')
    const [people, notes, card, both] = ['People', 'Notes', 'Card', 'Both'].map(name =>
      page.getByRole('region', { name }),
    ) as [Locator, Locator, Locator, Locator]
    return { page, answers, asked, people, notes, card, both }
  }

  for (const [name, width] of Object.entries({ phone: 360, desk: 1440 })) {
    test(`on a ${name} each state is one that a screen reader understands`, async t => {
      const gate = Promise.withResolvers<void>()
      const held: Answer = route => gate.promise.then(() => broken(route))
      const { page, people, notes } = await openLists(t, { people: held, notes: held, card: held }, width)
      await people.getByRole('status').waitFor()
      assert.deepEqual(await violations(page), [])
      gate.resolve()
      await people.getByRole('alert').waitFor()
      await notes.getByRole('alert').waitFor()
      assert.deepEqual(await violations(page), [])
    })
  }

  test('what is loading is said, in a part that is busy until it is there', async t => {
    const gate = Promise.withResolvers<void>()
    const { page, people, card } = await openLists(t, {
      people: route => gate.promise.then(() => json(['An', 'Bình'])(route)),
      card: route => gate.promise.then(() => json('Cẩm')(route)),
    })
    const status = people.getByRole('status', { name: 'Loading people' })
    await status.waitFor()
    assert.equal(await status.locator('> *').count(), 2, 'as many rows as it says')
    assert.equal(await status.getAttribute('aria-busy'), null, 'a busy status would not be read out')
    assert.equal(await people.locator('.panel-body[aria-busy=true]').count(), 1)
    assert.equal(await people.getByRole('alert').count(), 0)
    await card.getByRole('status', { name: 'Loading the card' }).waitFor()
    assert.equal(await card.locator('.skeleton').count(), 1, 'its own shape instead of rows')

    gate.resolve()
    await people.getByText('Bình').waitFor()
    await card.getByText('Cẩm').waitFor()
    assert.equal(await page.locator('[aria-busy=true], [role=status], .panel-body').count(), 0)
  })

  test('a failure says why and what is safe; Try again loads it', async t => {
    const { page, answers, asked, people } = await openLists(t, { people: broken })
    const alert = people.getByRole('alert')
    await alert.waitFor()
    assert.equal(
      (await alert.innerText()).replace(/\s+/g, ' '),
      'No people could be loaded. None is lost. The room of people is locked. people.locked',
    )
    assert.equal(await people.locator('[aria-busy=true], [role=status]').count(), 0)

    answers.people = json(['An'])
    await people.getByRole('button', { name: 'Try again' }).focus()
    await page.keyboard.press('Enter')
    await people.getByRole('listitem').waitFor()
    assert.equal(await alert.count(), 0)
    assert.equal(asked['people'], 2)
  })

  test('where there is little room the failure is one line', async t => {
    const { answers, notes } = await openLists(t, { notes: broken })
    const alert = notes.getByRole('alert')
    await alert.waitFor()
    assert.equal((await alert.innerText()).replace(/\s+/g, ' '), 'No notes. Try again')
    answers.notes = json(['Call back'])
    await alert.getByRole('button', { name: 'Try again' }).click()
    await notes.getByText('Call back').waitFor()
  })

  test('a list without items and nothing at all are empty', async t => {
    const { page, people, notes, card } = await openLists(t, {
      people: json([]),
      notes: json([]),
      card: json(null),
    })
    await people.getByRole('heading', { name: 'Nobody yet' }).waitFor()
    await card.getByText('The card is gone.').waitFor()
    await notes.getByRole('list').waitFor({ state: 'attached' })
    assert.equal(await page.locator('[aria-busy=true], [role=status], [role=alert]').count(), 0)
  })

  test('what was loaded stays when loading it again fails', async t => {
    const { page, answers, people } = await openLists(t)
    await people.getByText('Bình').waitFor()
    answers.people = broken
    await people.getByRole('button', { name: 'Look again' }).click()
    await page.getByLabel('People are').getByText('error').waitFor()
    assert.equal(await people.getByRole('listitem').count(), 2)
    assert.equal(await page.getByRole('alert').count(), 0)
  })

  test('two at once are there when both are; only what is missing is tried again', async t => {
    const { answers, asked, people, both } = await openLists(t, { notes: broken })
    await people.getByText('Bình').waitFor()
    await both.getByRole('alert').getByText('The room of notes is locked.').waitFor()
    answers.notes = json(['Call back'])
    await both.getByRole('button', { name: 'Try again' }).click()
    await both.getByText('2 people, 1 notes').waitFor()
    assert.deepEqual([asked['people'], asked['notes']], [1, 2])
  })
})

const json = (value: unknown) => (route: Route) => route.fulfill({ json: value })
const broken = (route: Route) => route.fulfill({ status: 500, json: {} })
