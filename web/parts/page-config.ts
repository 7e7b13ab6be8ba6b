export type OtherWay = { provider: string; title: string }

/** What the server tells this page in its head; see `server/pages.ts`. */
export type PageConfig = {
  /** Where everybody reaches this installation; what is pasted into shops' pages begins with it. */
  publicUrl: string
  brand: string
  supportEmail: string
  /** The chat of the installation's own bot; '' where there is none. */
  chat: string
  /** How strangers show that they are people; `pow` is a little work of the browser. */
  humanCheck: 'pow' | 'turnstile' | 'off'
  /** Providers that people may sign in with, in the order of their buttons. */
  otherWays: OtherWay[]
  /** Digits of a mailed code. */
  codeLength: number
  passwordMinLength: number
  mailGapSeconds: number
}

const standard: PageConfig = {
  publicUrl: location.origin,
  brand: 'Sen',
  supportEmail: '',
  chat: '',
  humanCheck: 'off',
  otherWays: [],
  codeLength: 6,
  passwordMinLength: 8,
  mailGapSeconds: 60,
}

let read: PageConfig | undefined

export function pageConfig(): PageConfig {
  read ??= { ...standard, ...parse(document.querySelector<HTMLMetaElement>('meta[name="sen-config"]')?.content) }
  return read
}

function parse(content: string | undefined): Partial<PageConfig> {
  try {
    return JSON.parse(content ?? '') as Partial<PageConfig>
  } catch {
    return {}
  }
}
