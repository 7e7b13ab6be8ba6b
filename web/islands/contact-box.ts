import { readContactPoint } from '#shared/rules/contacts/contact-point.ts'
import { sanitizeTyped } from '#shared/rules/text/sanitize.ts'
import { humanToken, prepareHumanToken } from '#web/parts/auth/human-token.ts'
import { typedFetch } from '#widget/transport/typed-fetch.ts'
import { securityHeaders } from '#web/parts/auth/security-token.ts'

/** Sends without leaving the page, checks first, and never loses what was typed. */
export function watchContactForm(box: HTMLElement): void {
  const form = box.querySelector('form')
  if (!form) return
  form.noValidate = true
  form.addEventListener('focusin', () => void prepareHumanToken(), { once: true })
  form.addEventListener('submit', event => {
    event.preventDefault()
    void submit(box, form)
  })
  for (const field of fieldsOf(form)) sanitizeWhileTyping(field)
  const point = form.querySelector<HTMLInputElement>('[name=email_or_phone]')
  point?.addEventListener('change', () => showFieldProblem(point, problemOf(form, point.value, false)))
  point?.addEventListener('input', () => {
    if (point.getAttribute('aria-invalid')) showFieldProblem(point, problemOf(form, point.value, false))
  })
}

async function submit(box: HTMLElement, form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button')
  const point = form.querySelector<HTMLInputElement>('[name=email_or_phone]')
  if (!button || !point || button.getAttribute('aria-busy') === 'true') return
  const problem = problemOf(form, point.value, true)
  showFieldProblem(point, problem)
  if (problem) return point.focus()
  const words = button.textContent
  button.setAttribute('aria-busy', 'true')
  button.textContent = form.dataset['sending'] ?? words
  const refusal = await send(form)
  button.removeAttribute('aria-busy')
  button.textContent = words
  showFormProblem(form, refusal ?? '')
  if (refusal !== undefined) return
  form.hidden = true
  const thanks = box.querySelector<HTMLElement>('.request-sent')
  if (!thanks) return
  thanks.hidden = false
  thanks.focus()
}

/** @returns the message to show; undefined on success */
async function send(form: HTMLFormElement): Promise<string | undefined> {
  const failed = form.dataset['failed'] ?? ''
  const given = Object.fromEntries(fieldsOf(form).map(field => [field.name, field.value.trim()]))
  try {
    const human_check = await humanToken()
    if (human_check === undefined) return failed
    const answer = await typedFetch<'POST /api/v1/contact-requests'>('/api/v1/contact-requests', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': document.documentElement.lang,
        ...securityHeaders(),
      },
      body: { ...given, human_check },
    })
    if (answer.ok) return undefined
    const { error } = await answer.json()
    return error?.message ?? failed
  } catch {
    return failed
  }
}

function fieldsOf(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=hidden]), textarea')]
}

/** Applies the shared rule for typed text, but not while an input method composes. */
function sanitizeWhileTyping(field: HTMLInputElement | HTMLTextAreaElement): void {
  const clean = (event: Event) => {
    if (event instanceof InputEvent && event.isComposing) return
    const value = sanitizeTyped(field.value)
    if (value !== field.value) field.value = value
  }
  field.addEventListener('input', clean)
  field.addEventListener('compositionend', clean)
}

function problemOf(form: HTMLFormElement, value: string, required: boolean): string {
  if (value.trim() === '') return required ? (form.dataset['missing'] ?? '') : ''
  return readContactPoint(value) ? '' : (form.dataset['wrong'] ?? '')
}

/** The problem replaces the hint and is tied to the field. */
function showFieldProblem(field: HTMLInputElement, problem: string): void {
  const hint = document.getElementById(`${field.id}-hint`)
  if (!hint) return
  hint.dataset['hint'] ??= hint.textContent
  hint.textContent = problem || hint.dataset['hint']
  hint.classList.toggle('problem', problem !== '')
  if (problem) field.setAttribute('aria-invalid', 'true')
  else field.removeAttribute('aria-invalid')
}

function showFormProblem(form: HTMLFormElement, problem: string): void {
  const line = form.querySelector<HTMLElement>('.form-problem')
  if (!line) return
  line.hidden = problem === ''
  line.textContent = problem
}
