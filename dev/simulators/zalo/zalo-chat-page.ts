import { asText } from './zalo-oauth.ts'
import type { ZaloWorld } from './zalo-objects.ts'

export function zaloChatPage(world: ZaloWorld): string {
  const options = (list: Iterable<{ id: string; name: string }>) =>
    [...list].map(({ id, name }) => `<option value="${asText(id)}">${asText(name)}</option>`).join('')
  return `<!doctype html><html lang="vi"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Zalo (giả lập)</title>
<style>${style}</style>
<header><h1>Zalo (giả lập)</h1>
<label>Official Account <select id="oa">${options(world.oas.values())}</select></label>
<label>Bạn là khách / You are <select id="user">${options(world.users.values())}</select></label></header>
<ol id="chat" role="log" aria-live="polite" aria-label="Tin nhắn / Messages"></ol>
<form id="say"><label for="text">Tin nhắn của khách / As the customer</label>
<div><input id="text" maxlength="2000" autocomplete="off" required><button>Gửi / Send</button></div></form>
<p id="more"><button data-act="follow">Quan tâm / Follow</button><button data-act="unfollow">Bỏ quan tâm / Unfollow</button>
<button data-act="seen">Đã xem / Seen</button><button data-act="image">Gửi ảnh / Send a picture</button>
<button data-act="staff">Nhân viên trả lời / Answer as staff</button></p>
<p role="status" id="status"></p>
<script>${script}</script></html>`
}

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui}
body{max-width:40rem;margin:0 auto;padding:1rem;display:flex;flex-direction:column;min-height:100vh;box-sizing:border-box;gap:.75rem}
h1{font-size:1.25rem;margin:0 0 .5rem}header label{display:inline-block;margin-right:1rem}
#chat{flex:1;list-style:none;margin:0;padding:.75rem;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:.75rem;overflow:auto;min-height:16rem}
#chat li{max-width:80%;width:fit-content;padding:.4rem .75rem;margin:.35rem 0;border-radius:.9rem;white-space:pre-wrap;overflow-wrap:anywhere;background:color-mix(in srgb,currentColor 10%,transparent)}
#chat li.mine{margin-left:auto;background:#0a5ad6;color:#fff}#chat small{display:block;opacity:.8}
#say div{display:flex;gap:.5rem}input,button,select{font:inherit;padding:.5rem .75rem}input{flex:1;min-width:0}
#more{display:flex;flex-wrap:wrap;gap:.5rem;margin:0}#status{min-height:1.5em;margin:0}`

const script = `
const at = id => document.getElementById(id)
const who = () => ({ oa: at('oa').value, user: at('user').value })
async function post(name, body) {
  const answer = await fetch('/__sim/' + name, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...who(), ...body }) })
  at('status').textContent = answer.ok ? '' : (await answer.json()).error
  await show()
}
let shown = ''
async function show() {
  const { messages, webhook } = await (await fetch('/__sim/state')).json()
  const { oa, user } = who()
  const mine = messages.filter(one => one.oa_id === oa && one.user_id === user)
  const key = JSON.stringify([mine, webhook])
  if (key === shown) return
  shown = key
  at('chat').replaceChildren(...mine.map(line))
  at('chat').scrollTop = at('chat').scrollHeight
  if (!webhook.enabled) at('status').textContent = 'Webhook đã bị tắt / The webhook was switched off'
}
function line(message) {
  const item = document.createElement('li')
  item.className = message.by === 'user' ? 'mine' : ''
  item.textContent = message.text || '[' + message.type + ']'
  const note = document.createElement('small')
  note.textContent = { user: 'khách / customer', api: 'API', staff: 'nhân viên / staff' }[message.by] + (message.billed ? ' · tính phí / billed' : '') + (message.seen ? ' · đã xem / seen' : '')
  item.append(note)
  return item
}
at('say').addEventListener('submit', event => {
  event.preventDefault()
  void post('user-message', { text: at('text').value })
  at('text').value = ''
})
const acts = {
  follow: () => post('follow', {}),
  unfollow: () => post('unfollow', {}),
  seen: () => post('seen', {}),
  image: () => post('user-message', { text: 'Mẫu này còn không?', attachments: [{ type: 'image', payload: { url: location.origin + '/picture.png', thumbnail: location.origin + '/picture.png' } }] }),
  staff: () => { const text = prompt('Nhân viên nói gì? / What does the staff say?'); return text ? post('staff-message', { text }) : undefined },
}
for (const button of document.querySelectorAll('[data-act]')) button.addEventListener('click', () => void acts[button.dataset.act]())
for (const id of ['oa', 'user']) at(id).addEventListener('change', show)
setInterval(show, 1000)
void show()`
