/** +84903218447 as people here write it: 0903 218 447. Others stay as they are. */
export function formatPhone(value: string): string {
  const match = /^\+84(\d{3})(\d{3})(\d{3})$/.exec(value)
  return match ? `0${match[1]} ${match[2]} ${match[3]}` : value
}
