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
  /** Platforms whose app this installation knows, so that their accounts can be connected. */
  connectable: ('facebook' | 'zalo')[]
  /** Providers that people may sign in with, in the order of their buttons. */
  otherWays: OtherWay[]
  /** Digits of a mailed code. */
  codeLength: number
  passwordMinLength: number
  mailGapSeconds: number
  /** Facebook lets people answer for seven days here. */
  humanAgent: boolean
}

const standard: PageConfig = {
  publicUrl: location.origin,
  brand: 'Sen',
  supportEmail: '',
  chat: '',
  humanCheck: 'off',
  connectable: [],
  otherWays: [],
  codeLength: 6,
  passwordMinLength: 8,
  mailGapSeconds: 60,
  humanAgent: false,
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
