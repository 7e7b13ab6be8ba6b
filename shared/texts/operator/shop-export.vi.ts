export const shopExportVi = {
  madeAt: 'Dữ liệu Sen đang lưu của cửa hàng này, tại thời điểm {time} (giờ Việt Nam).',
  contents:
    'Trong thư mục “tables”, mỗi bảng có hai bản: CSV để mở bằng Excel hoặc Google Sheets, và JSON giữ nguyên vẹn mọi giá trị (trong CSV, ô nào trông giống công thức sẽ có dấu nháy đơn ở đầu). Thư mục “files” chứa tài liệu và hình ảnh, mỗi tệp có mã và tên gốc. Tệp “manifest.json” ghi số dòng của từng bảng, tổng mã băm của các dòng và SHA-256 của từng tệp, để biết dữ liệu có bị thay đổi hay không.',
  secretsOut: 'Không kèm mật khẩu, mã truy cập của các kênh và khoá của mô hình ngôn ngữ.',
  secretsIn:
    'CẨN THẬN: tệp “secrets.json” chứa mã truy cập của các kênh và khoá của mô hình ngôn ngữ ở dạng đọc được. Ai có tệp này cũng nhắn tin được cho khách dưới tên cửa hàng. Không kèm mật khẩu.',
  personal:
    'Đây là dữ liệu cá nhân của khách hàng. Vui lòng cất thư mục ở nơi an toàn, chỉ đưa cho người thật sự cần, và xoá khi không còn dùng đến.',
  tables: 'Các bảng',
  table: 'Bảng',
  rows: 'Số dòng',
  files: 'Số tệp: {count}.',
}
