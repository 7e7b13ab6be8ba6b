import type { CatalogueEntry } from './catalogue-entry.ts'

export const commonErrors = {
  'request.invalid': {
    status: 400,
    vi: 'Dữ liệu gửi lên chưa đúng. Hãy kiểm tra lại các ô được đánh dấu.',
    en: 'Something in the request is not right. Check the marked fields.',
  },
  'request.not_found': { status: 404, vi: 'Không tìm thấy mục này.', en: 'This was not found.' },
  'request.too_large': { status: 413, vi: 'Dữ liệu gửi lên quá lớn.', en: 'The request is too large.' },
  'request.unsupported_type': {
    status: 415,
    vi: 'Kiểu dữ liệu này không được hỗ trợ.',
    en: 'This kind of content is not supported.',
  },
  'request.too_many': {
    status: 429,
    vi: 'Bạn thao tác hơi nhanh. Hãy đợi một lát rồi thử lại.',
    en: 'That was a little fast. Wait a moment and try again.',
  },
  'request.conflict': {
    status: 409,
    vi: 'Việc này vừa được thực hiện ở nơi khác. Hãy tải lại rồi thử lại.',
    en: 'This has just been done elsewhere. Reload and try again.',
  },
  'changes.too_old': {
    status: 410,
    vi: 'Bạn rời trang đã quá lâu. Hãy tải lại trang.',
    en: 'You were away too long. Please reload.',
  },
  'server.unexpected': {
    status: 500,
    vi: 'Có lỗi ở phía chúng tôi. Hãy thử lại; nếu vẫn lỗi, gửi kèm mã này cho bộ phận hỗ trợ.',
    en: 'Something went wrong on our side. Try again; if it keeps happening, send support this code.',
  },
  'server.busy': {
    status: 503,
    vi: 'Hệ thống đang bận. Hãy thử lại sau ít giây.',
    en: 'The system is busy. Try again in a few seconds.',
  },
} as const satisfies Record<string, CatalogueEntry>
