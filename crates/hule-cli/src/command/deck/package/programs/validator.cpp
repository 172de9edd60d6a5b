// Checks the form of an input: 148 lines with the name of a tile each, four tiles of each kind.

#include "testlib.h"

#include <map>
#include <string>

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    std::map<std::string, int> left;
    for (char suit : std::string("MPS"))
        for (char number = '1'; number <= '9'; number++) left[std::string() + number + suit] = 4;
    for (const char* name : {"E", "S", "W", "N", "B", "F", "Z", "PASS", "REVERSE", "DOUBLE"}) left[name] = 4;
    for (int line = 1; line <= 148; line++) {
        std::string name = inf.readToken();
        ensuref(left.count(name) == 1, "line %d: `%s` is not a tile", line, name.c_str());
        ensuref(left[name]-- > 0, "line %d: a fifth %s", line, name.c_str());
        inf.readEoln();
    }
    inf.readEof();
}
