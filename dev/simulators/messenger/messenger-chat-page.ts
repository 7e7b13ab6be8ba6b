import { escapeHtml } from './messenger-login.ts'
import type { MessengerWorld } from './messenger-objects.ts'

const texts = {
  vi: {
    title: 'Messenger mô phỏng',
    intro: 'Bạn là khách hàng. Trang chưa nối với ứng dụng thì tin nhắn không đi đâu cả.',
    page: 'Trang',
    customer: 'Khách',
    write: 'Nhắn tin cho shop…',
    send: 'Gửi',
    staff: 'Trả lời từ hộp thư của trang',
    connected: 'đã nối',
    apart: 'chưa nối',
    day: 'Cho đồng hồ chạy thêm 24 giờ',
    other: 'English',
  },
  en: {
    title: 'Simulated Messenger',
    intro: 'You are the customer. Messages to a page that is not connected to the app go nowhere.',
    page: 'Page',
    customer: 'Customer',
    write: 'Write to the shop…',
    send: 'Send',
    staff: "Reply from the page's own inbox",
    connected: 'connected',
    apart: 'not connected',
    day: 'Move the clock on by 24 hours',
    other: 'Tiếng Việt',
  },
} as const

export function chatPage(world: MessengerWorld, query: Record<string, string>): string {
  const language = query['lang'] === 'en' ? 'en' : 'vi'
  const words = texts[language]
  const pages = [...world.pages.values()].map(
    ({ id, name, subscribed }) =>
      `<option value="${escapeHtml(id)}">${escapeHtml(name)} (${subscribed ? words.connected : words.apart})</option>`,
  )
  const customers = [...world.customers.values()].map(
    ({ id, first_name: first, last_name: last }) =>
      `<option value="${escapeHtml(id)}">${escapeHtml(`${last} ${first}`)}</option>`,
  )
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${words.title}</title><style>${style}</style></head><body><main>
<header><h1>${words.title}</h1><a href="?lang=${language === 'vi' ? 'en' : 'vi'}">${words.other}</a></header>
<p>${words.intro}</p>
<p><label>${words.page} <select id="page">${pages.join('')}</select></label>
<label>${words.customer} <select id="user">${customers.join('')}</select></label></p>
<div id="log" role="log" aria-live="polite"></div>
<form id="chat"><input id="text" aria-label="${words.write}" placeholder="${words.write}" autocomplete="off" required>
<button>${words.send}</button><button type="button" id="staff">${words.staff}</button></form>
<p><button type="button" id="day">${words.day}</button></p>
</main><script>${script}</script></body></html>`
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui;margin:0;background:Canvas;color:CanvasText}
main{max-width:36rem;margin:0 auto;padding:1rem}header{display:flex;justify-content:space-between;align-items:baseline}
#log{height:50vh;overflow:auto;border:1px solid #8886;border-radius:8px;padding:.75rem;display:flex;flex-direction:column;gap:.4rem}
#log div{max-width:80%;padding:.4rem .8rem;border-radius:1rem;background:#8883;white-space:pre-wrap;overflow-wrap:anywhere}
#log .mine{align-self:end;background:#06c;color:#fff}#log .choices{background:none;display:flex;flex-wrap:wrap;gap:.4rem;padding:0}
.choices button{border:1px solid #06c;border-radius:1rem;background:none;color:LinkText;min-height:2.75rem}form{display:flex;gap:.5rem;margin-top:.75rem;flex-wrap:wrap}
input{flex:1 1 12rem;font:inherit;padding:.5rem}button,select{font:inherit;padding:.4rem .6rem;max-width:100%}label{margin-right:1rem}`

const script = `const by=id=>document.getElementById(id);let shown='';
const place=()=>({page:by('page').value,user:by('user').value});
const post=(name,body)=>fetch('/__sim/'+name,{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify(body)});
async function show(){const {page,user}=place();
 const {thread}=await(await fetch('/__sim/thread?'+new URLSearchParams({page,user}))).json();
 const now=page+user+JSON.stringify(thread.messages);if(now===shown)return;shown=now;
 by('log').replaceChildren(...thread.messages.map(m=>{const bubble=document.createElement('div');
  if(m.from===user)bubble.className='mine';
  bubble.textContent=m.text??(m.attachments??[]).map(a=>a.payload?.text??a.type+' '+(a.payload?.url??'')).join('\\n');return bubble}));
 buttons(thread.messages.at(-1)?.attachments?.[0]?.payload?.buttons??[]);
 choices(thread.messages.at(-1)?.quickReplies??[]);
 by('log').scrollTop=by('log').scrollHeight}
function buttons(shown){if(shown.length===0)return;const row=document.createElement('div');row.className='choices';
 row.append(...shown.map(({title,payload,url})=>{const button=document.createElement('button');button.textContent=title;
  button.onclick=async()=>{if(url)return window.open(url);await post('user-message',{...place(),postback:{title,payload}});await show()};return button}));
 by('log').append(row)}
function choices(replies){if(replies.length===0)return;const row=document.createElement('div');row.className='choices';
 row.append(...replies.map(({title,payload})=>{const button=document.createElement('button');button.textContent=title;
  button.onclick=async()=>{await post('user-message',{...place(),text:title,quick_reply:{payload}});await show()};return button}));
 by('log').append(row)}
by('chat').onsubmit=async event=>{event.preventDefault();const text=by('text').value;by('text').value='';
 await post('user-message',{...place(),text});await show()};
by('staff').onclick=async()=>{const text=by('text').value;if(!text)return;by('text').value='';
 await post('staff-message',{...place(),text});await show()};
by('day').onclick=()=>post('clock',{advance_ms:864e5});
by('page').onchange=by('user').onchange=show;setInterval(show,700);show()`
