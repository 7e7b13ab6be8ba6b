/** What a browser shows without running anything of it. All else is for keeping, not for looking at. */
const shown =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|(audio|video)\/[\w.+-]+|text\/(plain|csv)|application\/(pdf|json))$/

/** A page or a program of the web: it would count as one of ours, since files come from the same origin. */
const runs = /^(text\/html|application\/xhtml\+xml|(text|application)\/(x-)?(java|ecma|live|j)script[\d.]*)$/

/**
 * How a stored file is handed out, whatever its sender called it: pages and programs as plain text, and only what is safe
 * to look at inline.
 */
export function shownAs(mimetype: string): { type: string; inline: boolean } {
  const [media = '', ...parameters] = mimetype.split(';')
  const clean = media.trim().toLowerCase()
  if (runs.test(clean)) return { type: ['text/plain', ...parameters].join(';'), inline: false }
  return { type: mimetype, inline: shown.test(clean) }
}

/**
 * The header that says what to do with a file.
 * @param download as the address brought it: empty for the browser's own name, else the name to keep it under
 */
export function dispositionOf(download: string | undefined, inline: boolean): string | undefined {
  if (download === undefined) return inline ? undefined : 'attachment'
  if (download === '') return 'attachment;'
  const name = encodeURIComponent(download.toWellFormed()).replaceAll(/['()*]/g, encodeMark)
  return `attachment; filename=${name}; filename*=UTF-8''${name}`
}

function encodeMark(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`
}
