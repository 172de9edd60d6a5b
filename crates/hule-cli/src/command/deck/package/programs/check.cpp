// Compares the log of a game with the answer, line by line. White space at the end of lines and empty lines at the end
// do not matter.

#include "testlib.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>
#include <vector>

typedef std::vector<std::string> Lines;

Lines read_lines(InStream& stream) {
    Lines lines;
    while (!stream.eof()) {
        std::string line = stream.readLine();
        while (!line.empty() && isspace((unsigned char)line.back())) line.pop_back();
        lines.push_back(line);
    }
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

// The words of a line in upper case with one space between.
std::string normal(const std::string& line) {
    std::istringstream words(line);
    std::string result;
    for (std::string word; words >> word;) result += (result.empty() ? "" : " ") + word;
    std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return toupper(c); });
    return result;
}

// A line for a message: cut if it is much longer than those of a log.
std::string shown(const Lines& lines, size_t place) {
    if (place >= lines.size()) return "the end";
    const std::string& line = lines[place];
    return "`" + (line.size() > 60 ? line.substr(0, 60) + "..." : line) + "`";
}

int main(int argc, char* argv[]) {
    setName("compares logs line by line");
    registerTestlibCmd(argc, argv);
    Lines right = read_lines(ans), found = read_lines(ouf);
    size_t place = 0;
    while (place < right.size() && place < found.size() && right[place] == found[place]) place++;
    if (place == right.size() && place == found.size()) quitf(_ok, "%d lines", (int)place);

    std::string message = "expected " + shown(right, place) + ", found " + shown(found, place);
    if (place > 0) message += ", after " + shown(right, place - 1);
    if (found.empty()) quitf(_pe, "line 1: %s: there is no output", message.c_str());
    bool both = place < right.size() && place < found.size();
    if (both && normal(right[place]) == normal(found[place]))
        quitf(_pe, "line %d: %s: write upper case and one space between words", (int)place + 1, message.c_str());
    const char* hint = "";
    if (place == found.size()) hint = ": the output ends too early";
    if (place == right.size()) hint = ": the game was over";
    quitf(_wa, "line %d: %s%s", (int)place + 1, message.c_str(), hint);
}
