import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { Browser, Page, Route } from 'playwright-core'
import { openPage } from '#tests/journeys/steps/open-page.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { openTestPage, testOrigin } from '#tests/setup/test-page.ts'

describe('useForm', () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser.close())

  /** The form, and an API that answers each call as the test says; what was sent is in `calls`. */
  async function openForm(t: TestContext, answer: (route: Route) => unknown, query = '') {
    const page = await openPage(t, browser)
    const calls: unknown[] = []
    await page.route(`${testOrigin}/api/**`, async route => {
      calls.push(route.request().postDataJSON())
      await answer(route)
    })
    await openTestPage(page, 'web/kit/forms/use-form.test-page.tsx', query)
    const [title, shortcut, text] = ['Title', 'Shortcut', 'Text'].map(label => page.getByLabel(label, { exact: true }))
    const save = page.getByRole('button', { name: 'Save' })
    return { page, calls, title: title!, shortcut: shortcut!, text: text!, save }
  }

  test('what the check finds is said at its field, and nothing is sent', async t => {
    const { page, calls, title, shortcut, save } = await openForm(t, saved)
    await shortcut.fill('two words')
    // The field is left by the mouse's press, and its error must not move the button away before the click.
    await save.click()
    await page.getByText('Write a title.').waitFor()
    assert.deepEqual(await wrongFields(page), { Title: 'Write a title.', Shortcut: 'One word, please.' })
    await focusedIs(page, 'Title')
    assert.deepEqual(calls, [])

    await title.pressSequentially('H')
    assert.deepEqual(
      await wrongFields(page),
      { Shortcut: 'One word, please.' },
      'its first letter takes the error away',
    )
    await shortcut.fill('hi')
    await save.click()
    await free(page)
    assert.deepEqual(calls, [{ title: 'H', shortcut: 'hi', text: 'Hello', language: null }])
    assert.deepEqual(await wrongFields(page), {})
  })

  test('what no field is about is said once for the form, and nothing is sent', async t => {
    const { page, calls, title, text, save } = await openForm(t, saved)
    await title.fill('Hi')
    await text.fill('lacking')
    await save.click()
    await page.getByText('The shop has no language.').waitFor()
    assert.deepEqual(calls, [])
  })

  test('a field is looked at when it is left, but not while it is empty', async t => {
    const { page, calls, title, shortcut } = await openForm(t, saved)
    await title.focus()
    await page.keyboard.press('Tab')
    assert.deepEqual(await wrongFields(page), {})
    await shortcut.fill('two words')
    await page.keyboard.press('Tab')
    await page.getByText('One word, please.').waitFor()
    assert.deepEqual(await wrongFields(page), { Shortcut: 'One word, please.' }, 'the others are not judged yet')
    assert.deepEqual(calls, [])
  })

  test('what the server refuses is said at its field; what was typed stays', async t => {
    const answers = [refused('inbox.shortcut_taken', 'Taken already.'), saved]
    const { page, calls, title, shortcut, save } = await openForm(t, route => answers[calls.length - 1]?.(route))
    await title.fill('Hi')
    await shortcut.fill('hi')
    await title.press('Enter')
    await page.getByText('Taken already.').waitFor()
    assert.deepEqual(await wrongFields(page), { Shortcut: 'Taken already.' })
    await focusedIs(page, 'Shortcut')
    assert.equal(await page.getByRole('note').count(), 0, 'it is said in one place')
    assert.deepEqual([await title.inputValue(), await shortcut.inputValue()], ['Hi', 'hi'])

    await shortcut.pressSequentially('2')
    assert.deepEqual(await wrongFields(page), {})
    await save.click()
    await free(page)
    assert.deepEqual(calls.at(-1), { title: 'Hi', shortcut: 'hi2', text: 'Hello', language: null })
  })

  test('the fields that the server names are marked, and the first of them has the focus', async t => {
    const broken = { fields: [{ path: 'text' }, { path: 'language' }, { path: 'title' }] }
    const answers = [
      refused('request.invalid', 'Not like this.', broken),
      refused('x', 'Too short.', { field: 'text' }),
    ]
    const { page, calls, title, save } = await openForm(t, route => answers[calls.length - 1]?.(route))
    await title.fill('Hi')
    await save.click()
    await page.getByText('Not like this.').first().waitFor()
    assert.deepEqual(await wrongFields(page), { Title: 'Not like this.', Text: 'Not like this.' })
    await focusedIs(page, 'Title')
    await save.click()
    await page.getByText('Too short.').waitFor()
    assert.deepEqual(await wrongFields(page), { Text: 'Too short.' })
    await focusedIs(page, 'Text')
    assert.equal(await page.getByRole('note').count(), 0)
  })

  test('what was typed stays when the network is gone', async t => {
    const { page, title, save } = await openForm(t, route => route.abort())
    await title.fill('Hi')
    await page.context().setOffline(true)
    await save.click()
    await page.getByRole('note').waitFor()
    await free(page)
    assert.equal(await title.inputValue(), 'Hi')
    assert.deepEqual(await wrongFields(page), {})
  })

  test('a refusal about no field is said for the form until the next try', async t => {
    const gate = Promise.withResolvers<void>()
    const { page, calls, title, save } = await openForm(t, async route => {
      if (calls.length === 1) return refused('plan.limit', 'The plan is used up.')(route)
      await gate.promise
      return saved(route)
    })
    await title.fill('Hi')
    await save.click()
    await page.getByText('The plan is used up.').waitFor()
    assert.deepEqual(await wrongFields(page), {})
    assert.equal(await title.inputValue(), 'Hi')
    await save.click()
    await page.getByRole('note').waitFor({ state: 'detached' })
    gate.resolve()
    await free(page)
    assert.equal(calls.length, 2)
  })

  test('what is under way is not sent again, by click or by Enter', async t => {
    const gate = Promise.withResolvers<void>()
    const { page, calls, title, save } = await openForm(t, async route => {
      await gate.promise
      return saved(route)
    })
    await title.fill('Hi')
    await page.keyboard.press('Enter')
    await busy(page)
    await page.keyboard.press('Enter')
    await save.click()
    await title.fill('')
    // The button itself takes no presses meanwhile; what is sent without it is not looked at either.
    await page.getByRole('form').evaluate(form => (form as HTMLFormElement).requestSubmit())
    assert.deepEqual(await wrongFields(page), {})
    await title.fill('Hi again')
    gate.resolve()
    await free(page)
    assert.equal(calls.length, 1)
    await save.click()
    await free(page)
    assert.equal(calls.length, 2, 'afterwards it may be')
  })

  test('a form that closes stays busy after saving; one that came to nothing is free again', async t => {
    const { page, calls, title, text, save } = await openForm(t, saved, '?once')
    await title.fill('Hi')
    await text.fill('not yet')
    await save.click()
    await free(page)
    assert.deepEqual(calls, [])
    await text.fill('now')
    await save.click()
    await page.getByLabel('Saved').getByText('1').waitFor()
    assert.equal(await save.getAttribute('aria-busy'), 'true')
    await page.keyboard.press('Enter')
    assert.equal(calls.length, 1)
  })

  test('each change is heard, and set puts several values at once', async t => {
    const { page, title, shortcut, text } = await openForm(t, saved)
    await title.fill('Hi')
    await shortcut.fill('two words')
    await page.getByRole('button', { name: 'Start again' }).click()
    assert.deepEqual(await Promise.all([title, shortcut, text].map(field => field.inputValue())), ['', '', 'Hello'])
    assert.deepEqual(await wrongFields(page), {})
    assert.deepEqual(JSON.parse((await page.getByLabel('Changes').textContent()) ?? ''), [
      { title: 'Hi' },
      { shortcut: 'two words' },
      { title: '', shortcut: '', text: 'Hello' },
    ])
  })

  test('what is stored comes into the fields; what was typed while it was sent stays', async t => {
    const gate = Promise.withResolvers<void>()
    const { title, shortcut, text, save } = await openForm(t, async route => {
      await gate.promise
      return saved(route)
    })
    await title.fill(' Hi ')
    await text.fill('as stored')
    await save.click()
    await text.fill('as stored, and more')
    gate.resolve()
    await free(save.page())
    const values = await Promise.all([title, shortcut, text].map(field => field.inputValue()))
    assert.deepEqual(values, ['Hi', 'from elsewhere', 'as stored, and more'])
    await focusedIs(save.page(), 'Text')
  })

  test('what could not be saved stays, whatever was stored elsewhere before or after it failed', async t => {
    const gate = Promise.withResolvers<void>()
    const { page, title, shortcut, save } = await openForm(t, async route => {
      await gate.promise
      return refused('plan.limit', 'The plan is used up.')(route)
    })
    const elsewhere = page.getByRole('button', { name: 'Changed elsewhere' })
    await title.fill('Hi')
    await save.click()
    await busy(page)
    await elsewhere.click()
    gate.resolve()
    await page.getByRole('note').waitFor()
    assert.deepEqual([await title.inputValue(), await shortcut.inputValue()], ['Hi', 'from elsewhere'])
    await elsewhere.click()
    assert.equal(await title.inputValue(), 'Hi')
  })

  test('a form for one after another is emptied once the first is saved, but not of the next', async t => {
    const gate = Promise.withResolvers<void>()
    const { title, shortcut, text, save } = await openForm(t, async route => {
      await gate.promise
      return saved(route)
    })
    await title.fill('Hi')
    await shortcut.fill('hi')
    await text.fill('one of many')
    await save.click()
    await shortcut.fill('bye')
    gate.resolve()
    await free(save.page())
    const values = await Promise.all([title, shortcut, text].map(field => field.inputValue()))
    assert.deepEqual(values, ['', 'bye', 'one of many'])
  })

  test('the form around a dialog is not sent with it', async t => {
    const { page, calls, title, save } = await openForm(t, saved)
    await title.fill('Hi')
    await save.click()
    await free(page)
    assert.equal(calls.length, 1)
    assert.equal(await page.locator('#outer').getAttribute('data-sent'), 'false')
  })
})

const busy = (page: Page) => page.locator('button[type=submit][aria-busy=true]').waitFor()
const free = (page: Page) => page.locator('button[type=submit]:not([aria-busy])').waitFor()

const saved = (route: Route) => route.fulfill({ json: { id: '1' } })
const refused =
  (code: string, message: string, details = {}) =>
  (route: Route) =>
    route.fulfill({ status: 409, json: { error: { code, message, details } } })

/** What is said at each wrong field, as a screen reader finds it: by the field's description. */
function wrongFields(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')].map(field => [
        field.labels?.[0]?.textContent,
        document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent,
      ]),
    ),
  )
}

async function focusedIs(page: Page, label: string): Promise<void> {
  await page.waitForFunction(
    name => (document.activeElement as HTMLInputElement)?.labels?.[0]?.textContent === name,
    label,
  )
}
