type Turnstile = {
  render(
    place: HTMLElement,
    options: {
      sitekey: string
      appearance: 'interaction-only'
      language: string
      callback: (token: string) => void
      'error-callback': () => boolean
      'timeout-callback': () => void
      'unsupported-callback': () => void
    },
  ): string
  remove(id: string): void
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

const address = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'
const waitMs = 120_000

let loading: Promise<void> | undefined

/** Shows itself only if a click is required. Undefined if the person failed. */
export async function turnstileToken(siteKey: string): Promise<string | undefined> {
  try {
    await (loading ??= load())
  } catch {
    loading = undefined
    return undefined
  }
  const { turnstile } = window
  if (!turnstile) return undefined
  const place = document.createElement('div')
  place.className = 'turnstile'
  document.body.append(place)
  let id: string | undefined
  const token = await new Promise<string | undefined>(resolve => {
    const fail = () => resolve(undefined)
    setTimeout(fail, waitMs)
    id = turnstile.render(place, {
      sitekey: siteKey,
      appearance: 'interaction-only',
      language: document.documentElement.lang || 'vi',
      callback: resolve,
      'error-callback': () => {
        fail()
        return true
      },
      'timeout-callback': fail,
      'unsupported-callback': fail,
    })
  })
  if (id) turnstile.remove(id)
  place.remove()
  return token
}

function load(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('Turnstile could not be loaded.'))
    }
    document.head.append(script)
  })
}
