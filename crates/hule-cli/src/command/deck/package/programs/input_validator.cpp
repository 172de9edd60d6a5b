// Checks the form of an input: 148 lines with the name of a tile each, four tiles of each kind. The exit status is 42 if
// it is right.

#include <cstdlib>
#include <iostream>
#include <iterator>
#include <map>
#include <string>

void reject(int line, const std::string& why) {
    std::cout << "line " << line << ": " << why << '\n';
    std::exit(43);
}

int main() {
    std::map<std::string, int> left;
    for (char suit : std::string("MPS"))
        for (char number = '1'; number <= '9'; number++) left[std::string() + number + suit] = 4;
    for (const char* name : {"E", "S", "W", "N", "B", "F", "Z", "PASS", "REVERSE", "DOUBLE"}) left[name] = 4;
    std::string text(std::istreambuf_iterator<char>(std::cin), {});
    size_t at = 0;
    for (int line = 1; line <= 148; line++) {
        size_t end = text.find('\n', at);
        if (end == std::string::npos) reject(line, "it has no end; expected 148 lines");
        std::string name = text.substr(at, end - at);
        if (!left.count(name)) reject(line, "not a tile");
        if (left[name]-- == 0) reject(line, "a fifth " + name);
        at = end + 1;
    }
    if (at != text.size()) reject(149, "expected the end");
    return 42;
}
