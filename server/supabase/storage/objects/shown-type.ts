/** Safe to show inline; everything else is downloaded. */
const shown =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|(audio|video)\/[\w.+-]+|text\/(plain|csv)|application\/(pdf|json))$/

/** Would run as ours, since files share our origin. */
const runs = /^(text\/html|application\/xhtml\+xml|(text|application)\/(x-)?(java|ecma|live|j)script[\d.]*)$/

/** HTML and scripts are served as plain text, whatever type was uploaded. */
export function shownAs(mimetype: string): { type: string; inline: boolean } {
  const [media = '', ...parameters] = mimetype.split(';')
  const clean = media.trim().toLowerCase()
  if (runs.test(clean)) return { type: ['text/plain', ...parameters].join(';'), inline: false }
  return { type: mimetype, inline: shown.test(clean) }
}

/** @param download the query value: empty for the default name */
export function dispositionOf(download: string | undefined, inline: boolean): string | undefined {
  if (download === undefined) return inline ? undefined : 'attachment'
  if (download === '') return 'attachment;'
  const name = encodeURIComponent(download.toWellFormed()).replaceAll(/['()*]/g, encodeMark)
  return `attachment; filename=${name}; filename*=UTF-8''${name}`
}

function encodeMark(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`
}
