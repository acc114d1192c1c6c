"""Reads files with nothing but Python's own library, to compare with what the program reads of them.

Each line of standard input is JSON {"path", "kind"}; each line of output is {"path", "text"} or {"path", "reason"}.
It reads less cleverly than a program for people, but shares no code, no library and no language with it.
"""

import csv
import email
import email.policy
import html.parser
import io
import json
import posixpath
import re
import sys
import zipfile
from urllib.parse import unquote
from xml.etree import ElementTree

MAX_XML_BYTES = 50_000_000
# Runs of these are one word; a tab, break or the end of a paragraph ends it.
RUNS = {"t", "delText", "v"}
BREAKS = {"p", "tab", "br", "cr", "si", "is", "row", "tc", "c", "pt", "h", "line-break", "s", "text", "tr", "noBreakHyphen"}


def local(element):
    return element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""


def parse_xml(data):
    # Entities of its own would be expanded to any size.
    if b"<!ENTITY" in data[:4000]:
        raise ValueError("declares entities")
    return ElementTree.fromstring(data)


class Archive:
    def __init__(self, path):
        self.zip = zipfile.ZipFile(path)
        self.names = self.zip.namelist()

    def xml(self, name):
        if self.zip.getinfo(name).file_size > MAX_XML_BYTES:
            raise ValueError(f"{name} is too large")
        return parse_xml(self.zip.read(name))

    def matching(self, pattern):
        return [name for name in self.names if re.fullmatch(pattern, name, re.IGNORECASE)]

    def related(self, name):
        """Parts that a part names, whatever they are: others are not in the document."""
        folder, base = posixpath.split(name)
        rels = posixpath.join(folder, "_rels", f"{base}.rels")
        if rels not in self.names:
            return []
        targets = []
        for relation in self.xml(rels):
            if relation.get("TargetMode") == "External":
                continue
            target = relation.get("Target", "")
            path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            targets.append((relation.get("Type", "").rsplit("/", 1)[-1], path))
        return targets


def text_of(root, wanted=("t",), skipped=()):
    """Texts of the wanted elements; the rest only separates words."""
    out = []

    def walk(element):
        name = local(element)
        if name in skipped:
            return
        if name in BREAKS:
            out.append(" ")
        if name in wanted and element.text:
            out.append(element.text)
        for child in element:
            walk(child)
        if name in BREAKS:
            out.append(" ")

    walk(root)
    return "".join(out)


# Never shown: what tracked changes removed, code of fields, phonetic guides, slide numbers that the program computes.
WORD_SKIPPED = ("delText", "instrText", "rPh", "Fallback")


def reachable(archive, start, kinds):
    seen, queue = [], [start]
    while queue:
        name = queue.pop()
        if name in seen or name not in archive.names:
            continue
        seen.append(name)
        queue += [path for kind, path in archive.related(name) if kind in kinds]
    return seen


WORD_PARTS = ("header", "footer", "footnotes", "endnotes", "comments", "chart", "diagramData")


def read_docx(path):
    archive = Archive(path)
    main = next(path for kind, path in archive.related("") if kind == "officeDocument")
    return "\n".join(
        text_of(archive.xml(name), ("t",), WORD_SKIPPED) for name in reachable(archive, main, WORD_PARTS) if name.endswith(".xml")
    )


SLIDE_PARTS = ("notesSlide", "comments", "chart", "diagramData")


def read_pptx(path):
    archive = Archive(path)
    main = next(path for kind, path in archive.related("") if kind == "officeDocument")
    slides = [path for kind, path in archive.related(main) if kind == "slide"]
    parts = [part for slide in slides for part in reachable(archive, slide, SLIDE_PARTS)]
    # `fld` are numbers and dates of the slide.
    return "\n".join(text_of(archive.xml(name), ("t",), ("fld", "Fallback")) for name in dict.fromkeys(parts) if name.endswith(".xml"))


def read_xlsx(path):
    archive = Archive(path)
    main = next(path for kind, path in archive.related("") if kind == "officeDocument")
    related = archive.related(main)
    shared = []
    for kind, path in related:
        if kind == "sharedStrings" and path in archive.names:
            shared = [text_of(item, ("t",), ("rPh",)) for item in archive.xml(path) if local(item) == "si"]
    out = []
    for kind, path in related:
        if kind != "worksheet" or path not in archive.names:
            continue
        for cell in (element for element in archive.xml(path).iter() if local(element) == "c"):
            value = next((child.text for child in cell if local(child) == "v"), None)
            if cell.get("t") == "s" and value and value.strip().isdigit() and int(value) < len(shared):
                out.append(shared[int(value)])
            elif cell.get("t") in ("str", "e") and value:
                out.append(value)
            elif cell.get("t") == "inlineStr":
                out.append(text_of(cell))
            # A number without a style is shown as it is, if it is whole.
            elif cell.get("t") in (None, "n") and cell.get("s") in (None, "0") and value and re.fullmatch(r"\d{1,9}", value):
                out.append(value)
        kinds = [kind for kind, _ in archive.related(path)]
        # Next to comments in threads stands a notice for programs that do not know these, with the same texts.
        comments = "threadedComment" if "threadedComment" in kinds else "comments"
        for name in reachable(archive, path, ("drawing", "chart", comments)):
            if comments == "threadedComment" and "threadedComment" in name:
                out.append(text_of(archive.xml(name), ("text",)))
            elif name != path and name.endswith(".xml"):
                out.append(text_of(archive.xml(name), ("t",), ("Fallback",)))
    return "\n".join(out)


class PageText(html.parser.HTMLParser):
    """All text but that of elements which are never shown."""

    NEVER = {"script", "style", "template", "noscript"}
    # Around the text of a page; the program says that it leaves them out, whatever is in them.
    AROUND = {"nav", "footer", "aside", "button", "select", "textarea", "dialog", "svg", "iframe", "object", "video", "audio", "canvas"}
    INLINE = {"a", "abbr", "b", "bdi", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd", "mark", "q", "rt",
              "rp", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr"}
    VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

    def __init__(self, never):
        super().__init__(convert_charrefs=True)
        self.never = self.NEVER | never
        self.out = []
        self.main = []
        # Open elements with what they are: `hidden`, `main` or nothing.
        self.open = []

    def handle_starttag(self, tag, attrs):
        role = dict(attrs).get("role")
        if tag not in self.VOID:
            is_hidden = tag in self.never or role == "navigation"
            self.open.append((tag, "hidden" if is_hidden else "main" if tag in ("main", "article") or role == "main" else ""))
        if tag not in self.INLINE:
            self.out.append(" ")
            self.main.append(" ")

    def handle_startendtag(self, tag, attrs):
        self.out.append(" " if tag not in self.INLINE else "")

    def handle_endtag(self, tag):
        while any(name == tag for name, _ in self.open):
            if self.open.pop()[0] == tag:
                break
        if tag not in self.INLINE:
            self.out.append(" ")
            self.main.append(" ")

    def handle_data(self, data):
        if not any(what == "hidden" for _, what in self.open):
            self.out.append(data)
            if any(what == "main" for _, what in self.open):
                self.main.append(data)


def page_text(text, titles=True):
    # A mail has a subject; programs do not show the title of its page.
    return "".join(read_page(text, {"title"} if not titles else set()).out)


def read_page(text, never):
    reader = PageText(never)
    reader.feed(text)
    reader.close()
    return reader


DECLARED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?([\w:.-]+)""", re.IGNORECASE)


def decode(data, declared=None):
    """By its mark, its declaration, or as UTF-8. What nothing declares is not guessed."""
    for mark, charset in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(charset)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        if declared is None:
            raise ValueError("its charset is not declared")
        # What everybody means by it.
        names = {"gb2312": "gb18030", "gbk": "gb18030", "iso-8859-1": "cp1252", "latin1": "cp1252", "shift_jis": "cp932",
                 "x-sjis": "cp932", "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "us-ascii": "cp1252", "iso-8859-9": "cp1254"}
        return data.decode(names.get(declared.lower(), declared))


def declared_in(data):
    found = DECLARED.search(data[:100_000])
    return found and found[1].decode("latin1")


def read_html(path):
    data = open(path, "rb").read()
    reader = read_page(decode(data, declared_in(data)), PageText.AROUND)
    return {"text": "".join(reader.out), "main": "".join(reader.main)}


def read_epub(path):
    archive = Archive(path)
    container = archive.xml("META-INF/container.xml")
    package = next(element.get("full-path") for element in container.iter() if local(element) == "rootfile")
    root = archive.xml(package)
    files = {item.get("id"): item.get("href") for item in root.iter() if local(item) == "item"}
    folder = posixpath.dirname(package)
    out = []
    for item in root.iter():
        href = files.get(item.get("idref")) if local(item) == "itemref" else None
        if href:
            data = archive.zip.read(posixpath.normpath(posixpath.join(folder, unquote(href))))
            out.append(page_text(decode(data, declared_in(data))))
    return "\n".join(out)


def mail_parts(part):
    """Of versions of one text the one that says most: they are alternatives."""
    if part.get_content_type() == "multipart/alternative" and part.is_multipart():
        versions = [[one for one in mail_parts(child)] for child in part.get_payload()]
        yield from max(versions, key=lambda parts: len(set(re.findall(r"\w+", words_of(parts)))), default=[])
    elif part.is_multipart():
        for child in part.get_payload():
            yield from mail_parts(child)
    else:
        yield part


def is_body(part):
    is_file = part.get_content_disposition() == "attachment" or part.get_filename()
    return not part.is_multipart() and not is_file and part.get_content_type() in ("text/plain", "text/html")


def words_of(parts):
    texts = []
    for part in parts:
        if is_body(part):
            content = (part.get_payload(decode=True) or b"").decode("utf-8", "replace")
            texts.append(page_text(content, titles=False) if part.get_content_type() == "text/html" else content)
    return " ".join(texts).lower()


def read_mhtml(path):
    # The sender of a saved page is the program that saved it.
    return read_mail(path, ("subject",))


def read_mail(path, headers=("subject", "from", "to", "cc")):
    mail = email.message_from_binary_file(open(path, "rb"), policy=email.policy.default)
    out = [str(mail[name]) for name in headers if mail[name]]
    for part in mail_parts(mail):
        if not is_body(part):
            continue
        content = decode(part.get_payload(decode=True) or b"", part.get_content_charset())
        out.append(page_text(content, titles=False) if part.get_content_type() == "text/html" else content)
    return "\n".join(out)


def read_csv(path):
    data = open(path, "rb").read()
    text = decode(data)
    return "\n".join(" ".join(row) for row in csv.reader(io.StringIO(text, newline=""))) if '"' in text else text


def read_text(path):
    data = open(path, "rb").read()
    return decode(data)


ITEM_FIELDS = {"title", "description", "summary", "content", "encoded", "author", "creator", "category", "subject", "name"}


def read_feed(path):
    out = []
    for item in parse_xml(open(path, "rb").read()).iter():
        if local(item) not in ("item", "entry"):
            continue
        for field in item:
            # Other vocabularies repeat these names for the parts of pictures and episodes.
            namespace = field.tag[1:].split("}", 1)[0] if field.tag.startswith("{") else ""
            known = namespace == "" or re.search(r"Atom|purl.org/(rss/1.0/$|rss/1.0/modules/content|atom/ns|dc/elements)|my.netscape", namespace)
            if local(field) in ITEM_FIELDS and known:
                # Atom has the name of an author next to addresses, which are not part of it.
                names = [child for child in field if local(child) == "name"] if local(field) == "author" else []
                out.append(page_text(" ".join(text for one in names or [field] for text in one.itertext())))
    return "\n".join(out)


def read_odf(path):
    archive = Archive(path)
    root = archive.xml("content.xml")
    out = []

    def walk(element):
        name = local(element)
        if name in ("tracked-changes", "script", "event-listeners"):
            return
        block = name in ("p", "h", "tab", "line-break", "s", "note", "annotation", "table-cell", "page")
        if block:
            out.append(" ")
        # Texts are in paragraphs only; elsewhere they are the indentation of the file.
        if name in ("p", "h") or name in ("span", "a", "title", "desc"):
            out.append(element.text or "")
        elif element.text and element.text.strip():
            out.append(element.text)
        for child in element:
            walk(child)
            out.append(child.tail or "")
        if block:
            out.append(" ")

    walk(root)
    return "".join(out)


READERS = {"docx": read_docx, "pptx": read_pptx, "xlsx": read_xlsx, "html": read_html, "epub": read_epub, "eml": read_mail,
           "mhtml": read_mhtml, "csv": read_csv, "tsv": read_csv, "txt": read_text, "md": read_text, "feed": read_feed,
           "odf": read_odf}


def main():
    for line in sys.stdin:
        request = json.loads(line)
        try:
            read = READERS[request["kind"]](request["path"])
            answer = {"path": request["path"], **(read if isinstance(read, dict) else {"text": read})}
        except Exception as error:
            answer = {"path": request["path"], "reason": f"{type(error).__name__}: {error}"[:200]}
        # Surrogates alone are no text for the other side.
        print(json.dumps(answer))


main()
