export const pageCheckVi = {
  check: 'Kiểm tra trang',
  checking: 'Đang mở trang…',
  tryIt: 'Xem thử',
  openPage: 'Mở trang',
  notSeen: 'Chưa thấy mã',
  well: 'Đoạn mã đã nằm đúng chỗ.',
  wellText: 'Mở trang một lần bằng trình duyệt, kênh sẽ chuyển sang “Đã kết nối”.',
  scripts: 'Trang này tự dựng bằng mã chạy trong trình duyệt.',
  scriptsText:
    'Sen không nhìn trước được. Mở trang một lần: nếu nút chat hiện ra, kênh sẽ tự chuyển sang “Đã kết nối”.',
  absent: 'Chưa thấy đoạn mã trên trang.',
  absentText:
    'Dán đoạn mã ngay trước thẻ </body>, lưu và xuất bản trang, rồi kiểm tra lại. Nếu website có bộ nhớ đệm, hãy xoá bộ nhớ đệm.',
  other_code: 'Trang đang dùng đoạn mã của một khung chat khác.',
  other_codeText: 'Thay bằng đoạn mã ở bên dưới. Mã cũ: {detail}.',
  wrong_domain: 'Trang nằm ở tên miền chưa được phép: {detail}.',
  wrong_domainText: 'Thêm tên miền này vào danh sách bên dưới, rồi kiểm tra lại.',
  csp: 'Trang đang cấm mã từ nơi khác.',
  cspText:
    'Nhờ người làm website cho phép {detail} trong Content-Security-Policy (script-src, connect-src, frame-src).',
  refused: 'Trang báo lỗi {detail}.',
  refusedText:
    'Có thể trang chưa xuất bản, có mật khẩu, hoặc chặn máy tự động. Nếu bạn mở được bằng trình duyệt thì cứ mở một lần: lượt mở đó sẽ cho biết.',
  unreachable: 'Không mở được trang.',
  unreachableText:
    'Kiểm tra lại tên miền, hoặc thử lại sau ít phút. Trang trên máy của riêng bạn thì Sen không mở được.',
  no_domain: 'Chưa có tên miền nào.',
  no_domainText: 'Thêm tên miền website của bạn trước.',
  failed: 'Chưa kiểm tra được.',
}
