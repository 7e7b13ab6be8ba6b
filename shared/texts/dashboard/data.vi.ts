/** For failures without an answer from the server. */
export const dataVi = {
  unreachable: 'Không kết nối được máy chủ. Hãy kiểm tra mạng rồi thử lại.',
  signInNeeded: 'Phiên đăng nhập đã hết. Hãy đăng nhập lại để tiếp tục.',
  unexpected: 'Có lỗi ngoài dự kiến. Hãy thử lại sau ít giây.',
  retry: 'Thử lại',
  draftUnsaved: 'Chưa lưu được nháp',
}
