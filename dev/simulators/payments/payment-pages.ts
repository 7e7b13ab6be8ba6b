import { escapeHtml } from '../messenger/messenger-login.ts'

/** @param choices [value sent, Vietnamese, English] */
export function payPage(
  title: string,
  what: string,
  action: string,
  choices: (readonly [string, string, string])[],
): string {
  const buttons = choices
    .map(
      ([value, vi, en]) =>
        `<button name="how" value="${escapeHtml(value)}">${escapeHtml(vi)} <small>${escapeHtml(en)}</small></button>`,
    )
    .join('')
  return `<!doctype html><html lang="vi"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(what)}</p>
<form method="post" action="${escapeHtml(action)}">${buttons}</form></main></body></html>`
}

export function bankPage(account: string): string {
  return `<!doctype html><html lang="vi"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Ngân hàng (mô phỏng)</title><style>${style}</style></head><body><main><h1>Ngân hàng (mô phỏng)</h1>
<p>Chuyển tới ${escapeHtml(account)} <small>Transfer to this account</small></p><form method="post" action="/">
<label>Nội dung <small>Memo</small><br><input name="content" required></label>
<label>Số tiền (đồng) <small>Amount</small><br><input name="amount" type="number" min="1" required></label>
<button>Chuyển <small>Send</small></button></form></main></body></html>`
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui;margin:0}main{max-width:28rem;margin:0 auto;padding:2rem 1rem}
form{display:grid;gap:.75rem}input{font:inherit;width:100%;padding:.5rem}button{font:inherit;padding:.75rem 1rem;text-align:left;border-radius:.5rem;border:1px solid #8888;cursor:pointer}
small{opacity:.75;margin-left:.5rem}`

/** 699000 vnd → '699000 VND'; 2900 usd → '29.00 USD'. */
export function sumOf(amount: number, currency: string): string {
  return currency.toLowerCase() === 'vnd' ? `${amount} VND` : `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`
}
