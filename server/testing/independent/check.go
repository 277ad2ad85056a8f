// Check is a public log's other reader and writer, with nothing of ours: only with the packages from which its formats come.
//
//	check read ADDRESS KEY SIZE:ROOT
//	check write ORIGIN PRIVATE-KEY
//	check proof KEY
//	check note KEY
//
// The first opens the signed head with the key, proves each entry by its inclusion, and that the tree of SIZE entries is a beginning.
// The second writes the signed head of the entries that it reads, one on each line. The third proves the tlog-proof that it reads, whose extra
// names its entry. The fourth opens the signed note that it reads, and says what is signed.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

func main() {
	var err error
	switch os.Args[1] {
	case "read":
		err = read(os.Args[2], os.Args[3], os.Args[4])
	case "write":
		err = write(os.Args[2], os.Args[3])
	case "proof":
		err = proof(os.Args[2])
	case "note":
		err = open(os.Args[2])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(address, key, older string) error {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return err
	}
	signed, err := get(address + "/log/checkpoint")
	if err != nil {
		return err
	}
	opened, err := note.Open(signed, note.VerifierList(verifier))
	if err != nil {
		return err
	}
	tree, err := parse(opened.Text)
	if err != nil {
		return err
	}
	if tree.N == 0 {
		fmt.Println("0 entries")
		return nil
	}
	reader := tlog.TileHashReader(tree, tiles{address})
	if err := entries(address, tree, reader); err != nil {
		return err
	}
	return beginning(address, tree, reader, older)
}

func entries(address string, tree tlog.Tree, reader tlog.HashReader) error {
	for number := int64(0); number*256 < tree.N; number++ {
		if err := bundle(address, tree, reader, number); err != nil {
			return err
		}
	}
	fmt.Printf("%d entries proved\n", tree.N)
	return nil
}

func bundle(address string, tree tlog.Tree, reader tlog.HashReader, number int64) error {
	width := tree.N - number*256
	if width > 256 {
		width = 256
	}
	bytes, err := get(address + "/log/" + path("entries", number, int(width)))
	if err != nil {
		return err
	}
	for at := int64(0); at < width; at++ {
		if len(bytes) < 2 || len(bytes)-2 < int(binary.BigEndian.Uint16(bytes)) {
			return fmt.Errorf("bundle %d is cut", number)
		}
		end := 2 + int(binary.BigEndian.Uint16(bytes))
		leaf := tlog.RecordHash(bytes[2:end])
		bytes = bytes[end:]
		index := number*256 + at
		// Of thousands, each is proved; of very many, a share of them.
		if tree.N > 10000 && index%61 != 0 && index != tree.N-1 {
			continue
		}
		proof, err := tlog.ProveRecord(tree.N, index, reader)
		if err != nil {
			return err
		}
		if err := tlog.CheckRecord(proof, tree.N, tree.Hash, index, leaf); err != nil {
			return fmt.Errorf("entry %d: %v", index, err)
		}
	}
	if len(bytes) > 0 {
		return fmt.Errorf("bundle %d is too long", number)
	}
	return nil
}

// older is SIZE:ROOT, the root in base64 as a head writes it.
func beginning(address string, tree tlog.Tree, reader tlog.HashReader, older string) error {
	size, root, _ := strings.Cut(older, ":")
	n, err := strconv.ParseInt(size, 10, 64)
	if err != nil {
		return err
	}
	hash, err := tlog.ParseHash(root)
	if err != nil {
		return err
	}
	proof, err := tlog.ProveTree(tree.N, n, reader)
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(proof, tree.N, tree.Hash, n, hash); err != nil {
		return fmt.Errorf("tree of %d: %v", n, err)
	}
	fmt.Printf("consistent with %d\n", n)
	return nil
}

type stored []tlog.Hash

func (hashes stored) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	found := make([]tlog.Hash, len(indexes))
	for at, index := range indexes {
		found[at] = hashes[index]
	}
	return found, nil
}

func write(origin, key string) error {
	signer, err := note.NewSigner(key)
	if err != nil {
		return err
	}
	var hashes stored
	size := int64(0)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); size++ {
		more, err := tlog.StoredHashes(size, lines.Bytes(), hashes)
		if err != nil {
			return err
		}
		hashes = append(hashes, more...)
	}
	root, err := tlog.TreeHash(size, hashes)
	if err != nil {
		return err
	}
	signed, err := note.Sign(&note.Note{Text: fmt.Sprintf("%s\n%d\n%s\n", origin, size, root)}, signer)
	os.Stdout.Write(signed)
	return err
}

func open(key string) error {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return err
	}
	signed, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	opened, err := note.Open(signed, note.VerifierList(verifier))
	if err == nil {
		fmt.Print(opened.Text)
	}
	return err
}

func proof(key string) error {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return err
	}
	file, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	written, signed, _ := strings.Cut(string(file), "\n\n")
	lines := strings.Split(written, "\n")
	if len(lines) < 3 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return fmt.Errorf("no proof: %q", written)
	}
	extra, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	if err != nil {
		return err
	}
	var ours struct{ Entry string }
	if err := json.Unmarshal(extra, &ours); err != nil {
		return err
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64)
	if err != nil {
		return err
	}
	var path tlog.RecordProof
	for _, line := range lines[3:] {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return err
		}
		path = append(path, hash)
	}
	opened, err := note.Open([]byte(signed), note.VerifierList(verifier))
	if err != nil {
		return err
	}
	tree, err := parse(opened.Text)
	if err != nil {
		return err
	}
	if err := tlog.CheckRecord(path, tree.N, tree.Hash, index, tlog.RecordHash([]byte(ours.Entry))); err != nil {
		return err
	}
	fmt.Printf("entry %d of %d proved\n", index, tree.N)
	return nil
}

func parse(text string) (tlog.Tree, error) {
	lines := strings.Split(text, "\n")
	if len(lines) != 4 || lines[3] != "" {
		return tlog.Tree{}, fmt.Errorf("no head: %q", text)
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: root}, err
}

// The same tiles under other names: there, "tile/8/" comes before the level.
type tiles struct{ address string }

func (tiles) Height() int                         { return height }
func (tiles) SaveTiles(_ []tlog.Tile, _ [][]byte) {}

func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var found [][]byte
	for _, tile := range wanted {
		bytes, err := cached(t.address + "/log/tile/" + strings.TrimPrefix(tile.Path(), "tile/8/"))
		if err != nil {
			return nil, err
		}
		found = append(found, bytes)
	}
	return found, nil
}

func path(level string, number int64, width int) string {
	tile := tlog.Tile{H: height, L: 0, N: number, W: width}
	return "tile/" + level + strings.TrimPrefix(tile.Path(), "tile/8/0")
}

var known = map[string][]byte{}

func cached(url string) ([]byte, error) {
	if bytes, ok := known[url]; ok {
		return bytes, nil
	}
	bytes, err := get(url)
	if err == nil {
		known[url] = bytes
	}
	return bytes, err
}

func get(url string) ([]byte, error) {
	answer, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %d", url, answer.StatusCode)
	}
	return io.ReadAll(answer.Body)
}
